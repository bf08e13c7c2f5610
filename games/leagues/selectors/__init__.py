"""Reads of leagues, one subject a file."""
