"""Helpers that every layer of games uses; they know no model and no feature."""
