"""A package that extends nerproof: importing it registers a metric, an attribute, a format and a model."""

from nerproof_example import capital_words, capitals, long_recall, slashed

__all__ = ["capital_words", "capitals", "long_recall", "slashed"]
