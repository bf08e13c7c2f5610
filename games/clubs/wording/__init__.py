"""Texts of clubs in translated words."""
