"""What is measured of corpora: for now, the table of votes."""
