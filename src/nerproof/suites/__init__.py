"""One short recipe per paper: start reading here."""
