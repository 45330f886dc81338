"""Evaluation as a fold over chunks of sentences: inputs, loading, running, processes, Spark."""
