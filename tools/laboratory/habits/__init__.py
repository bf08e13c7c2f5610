"""Measurement of the value of a habit: deals played with it and without it, all else being equal."""
