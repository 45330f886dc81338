"""From counts per resampling unit to scores: estimates with intervals, tables by type, systems against each other."""
