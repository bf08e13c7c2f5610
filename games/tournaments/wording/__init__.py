"""Texts of tournaments in translated words."""
