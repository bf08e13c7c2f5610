"""Template tags for the pages of every app."""
