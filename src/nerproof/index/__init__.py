"""Indexes of corpora: what every "seen in training" question is answered from."""
