"""Matches: lists, one match, its deals, tricks, record and analysis."""
