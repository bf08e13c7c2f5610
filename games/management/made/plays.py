"""Plays the matches of people who are not there: bots at every seat, in their name and time."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from games.bots import bot_named
from games.engine import HOST, Claim, NextDeal, build_ruleset, cut_range, view_for
from games.management.made.habits import Game, any_game
from games.record.dealing import DealSource, dealer_draw
from games.record.log import By, MatchLog
from games.record.record import Sitter, build_record

NO_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
TIMEOUTS: Final = 0.004
"""How often a person lets the clock play."""


@dataclass(frozen=True, slots=True)
class Original:
    """A match that was played out; the sitters of its record are called by their seats."""

    number: int
    game: Game
    record: dict[str, Any]


def original_id(seed: str, number: int) -> str:
    """The public id of the match, which stands in its proofs."""
    return hashlib.sha256(f"{seed}/original/{number}".encode()).hexdigest()[:12]


def play_original(task: tuple[str, int]) -> Original:
    """Play the match of a seed and number. All follows from these; any process may do it."""
    seed, number = task
    rng = random.Random(f"{seed}/original/{number}")
    game = any_game(rng)
    ruleset = build_ruleset(game.preset, game.players, dict(game.changes))
    rules = ruleset.rules
    log = MatchLog.begin(original_id(seed, number), rules, rng.randrange(game.players))
    everyone = frozenset(range(game.players))
    source = DealSource(log.match_id, rules, everyone, rng.randbytes)
    strength = ["greedy" if rng.random() < 0.3 else "rules" for _ in everyone]
    players = [bot_named(level or own) for level, own in zip(game.bots, strength, strict=True)]
    while log.state.phase != "match_over":
        if log.state.phase == "draw_dealer":
            log.apply(dealer_draw(rules, rng.randbytes), by="host")
        elif log.state.phase == "cut":
            _deal(log, source, game, rng)
        elif log.state.phase == "deal_over":
            log.apply(NextDeal(HOST), by="host")
        else:
            seat = log.state.turn
            assert seat is not None
            action = players[seat].choose(view_for(log.state, seat), rng)
            by, spent = _manner(game, seat, rng)
            if by == "clock" and isinstance(action, Claim):
                by = "player"
            log.apply(action, by=by, ms=spent)
    sitters = [
        Sitter(f"seat {seat}", "bot" if level else "human") for seat, level in enumerate(game.bots)
    ]
    record = build_record(log, sitters=sitters, started_at=NO_TIME, finished_at=NO_TIME)
    return Original(number, game, record)


def _deal(log: MatchLog, source: DealSource, game: Game, rng: random.Random) -> None:
    cutter = log.state.cutter
    places = cut_range(log.rules)
    asked = None if game.bots[cutter] else rng.choice(places)
    source.seal(log.state.number).open(*source.cut_for(cutter, asked)).apply_to(log)


def _manner(game: Game, seat: int, rng: random.Random) -> tuple[By, int]:
    """Who acts, and in how many milliseconds."""
    bot = game.bots[seat] is not None
    if not bot and rng.random() < TIMEOUTS:
        return "clock", 30_000
    middle, spread = (6.6, 0.3) if bot else (7.6, 0.75)
    return ("bot" if bot else "player"), min(29_000, int(rng.lognormvariate(middle, spread)))
