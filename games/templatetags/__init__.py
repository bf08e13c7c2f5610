"""Template tags of the project."""
