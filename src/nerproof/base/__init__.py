"""What every room stands on: errors, results, registries, safe writing. It knows nothing of corpora."""
