"""What `import nerproof` offers, whatever was imported before."""

from __future__ import annotations

import subprocess
import sys


def test_evaluate_is_the_function_even_after_its_module_was_imported():
    code = "import nerproof.evaluate; from nerproof.evaluate import Options; import nerproof; assert callable(nerproof.evaluate)"
    subprocess.run([sys.executable, "-c", code], check=True)
