"""Statistics over per-sentence counts: resampling, paired tests, corrections."""
