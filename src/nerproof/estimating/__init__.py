"""No gold here: how good systems are on new text, from how far they agree, anchored on a labelled set."""
