import sys
from pathlib import Path

# For worlds.py, which the full simulations share.
sys.path.insert(0, str(Path(__file__).parents[3] / "reproduce" / "conclusions"))
