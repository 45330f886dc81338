"""From a number to the sentences behind it: subsets, error lists, words."""
