"""Uncertainty from counts per unit: bootstrap, intervals, paired tests, corrections, ranks."""
