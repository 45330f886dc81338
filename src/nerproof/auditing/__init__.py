"""Is gold wrong here? Sites where several systems, or our own models on held-out folds, agree on something else."""
