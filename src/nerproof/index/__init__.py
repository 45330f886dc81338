"""What is in the training data: the lexicon that every seen/unseen question is answered from, overlap, statistics."""
