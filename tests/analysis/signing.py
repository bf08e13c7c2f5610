"""Matches in pairs, played at random, in which signs are made or not."""

import random

from games.engine import Cut, DealCards, PlayCard, build_ruleset, view_for
from games.record.log import MatchLog

FEW = 300
"""Determinizations of a judgement in these tests."""


def mixed(tricks, seed, *, preset="senas", options=None, players=4):
    """A match after so many tricks, played at random; of four it is in pairs."""
    rules = build_ruleset(preset, players, {"match.target": 1, **(options or {})}).rules
    rng = random.Random(seed)
    log = MatchLog.begin("m", rules, players - 1)
    log.apply(Cut(players - 2, 20), by="human")
    log.apply(DealCards(tuple(rng.sample(rules.deck, len(rules.deck)))), by="host")
    while len(log.state.deal.tricks) < tricks:
        play_any(log, rng)
    return log


def play_any(log, rng):
    """Play a card at random."""
    legal = view_for(log.state, log.state.turn).legal
    cards = [one for one in legal if isinstance(one, PlayCard) and one.announce is None]
    log.apply(rng.choice(cards), by="human")
