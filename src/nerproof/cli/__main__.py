"""``python -m nerproof.cli``."""

from nerproof.cli import main

main()
