"""Tournaments, from their rules to their pages."""
