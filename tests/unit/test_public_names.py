"""What `import nerproof` offers, whatever was imported before."""

from __future__ import annotations

import subprocess
import sys


def test_evaluate_is_a_function_whatever_was_imported_before():
    code = "import nerproof.engine.evaluate; from nerproof.engine.evaluate import Options; import nerproof; assert callable(nerproof.evaluate)"
    subprocess.run([sys.executable, "-c", code], check=True)
