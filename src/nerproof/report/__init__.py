"""Results as pages, tables and figures: nothing here computes a score."""
