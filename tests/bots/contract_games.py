"""Games with an auction, for the tests of the bots that play them."""

from games.engine import build_ruleset

GAMES = (("chiamata", 5), ("gingo", 5), ("rematada", 3))
"""Presets with a number of players."""


def rules_of(preset, players, **options):
    return build_ruleset(preset, players, options).rules
