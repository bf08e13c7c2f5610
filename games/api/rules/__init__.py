"""Presets and rulesets."""
