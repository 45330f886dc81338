"""Torch modules of the neural models, apart from them so that listing the models does not import torch."""
