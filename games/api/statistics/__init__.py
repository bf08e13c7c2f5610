"""Figures of players, teams, rulesets and everybody."""
