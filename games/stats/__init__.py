"""Figures and ratings, updated as matches end so that readers need no sums."""
