"""Leagues: seasons, entries, times, matches, corrections, and the ticker that moves them on."""
