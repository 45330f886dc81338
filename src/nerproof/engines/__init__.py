"""The same counts on inputs of any size: piece by piece, on several processes, or on Spark.

A *part* is a run of sentences of one input, a *piece* the parts of gold and every system that belong together. What a
piece yields is a *partial*: integers that add up. No suite and no metric knows of any of this.
"""
