"""What is measured: gold and predictions side by side, columns (attributes), buckets and metrics."""
