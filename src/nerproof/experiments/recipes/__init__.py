"""One file per study of the papers."""
