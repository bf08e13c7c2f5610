"""The actor of a match: decide, deal, play for absent seats, and give time back."""
