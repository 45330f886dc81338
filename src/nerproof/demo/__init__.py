"""The built-in demo: a corpus written for nerproof and a walk through everything it does."""
