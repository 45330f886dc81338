"""What the training data holds: the lexicon that every seen/unseen question is answered from, overlap, statistics."""
