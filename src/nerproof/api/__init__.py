"""The promised functions: one per verb of the command line, which calls them.

Each takes paths, corpora or Python objects (see ``nerproof.formats.objects``) and returns an object. Nothing is
printed, and nothing is written unless a path for it is given.
"""
