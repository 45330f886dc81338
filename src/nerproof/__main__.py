"""``python -m nerproof``."""

from nerproof.cli import main

main()
