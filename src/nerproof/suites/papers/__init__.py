"""The authors' programs, followed to the letter: to compare with figures that were published."""
