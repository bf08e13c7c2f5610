"""Clubs, from their rules to their pages."""
