"""The optimiser of low-contamination splits; nothing heavy is imported before it is used."""
