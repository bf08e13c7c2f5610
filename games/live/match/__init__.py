"""The actor of a match: it decides, deals, plays for absent seats, and gives time back."""
