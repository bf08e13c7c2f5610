"""Leagues, from their rules to their pages."""
