"""Texts of leagues in translated words."""
