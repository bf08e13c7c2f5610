"""Matches of the whole family of games, by any rules, played by random legal actions from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from games.engine import (
    OPTIONS,
    PRESETS,
    Action,
    Bid,
    Claim,
    Declare,
    Discard,
    IllegalAction,
    MatchState,
    NextDeal,
    Option,
    PlayCard,
    Rules,
    RulesetError,
    Say,
    Sign,
    build_ruleset,
    leaks_to,
    legal_actions,
)
from games.engine.out_of_turn import claim_refusal
from games.record import MatchLog, Sitter, build_record, open_deal

BEGAN = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
ENDED = datetime(2026, 3, 1, 18, 22, tzinfo=UTC)
NAMES = ("Ana", "Berta", "Carles", "David", "Elena", "Fidel")
TURNS = (Bid, Discard, Declare, PlayCard)
"""What is done by the seat whose turn it is."""
TALKING = 0.2
"""How often somebody does something that is not their turn: looks, signs, asks, exchanges."""
RASH = 0.3
"""How often a seat claims the rest that does not hold it."""
PASSING = 0.6
"""How often a seat passes that might bid; what follows are contracts of all heights, and none."""
WORDS = ("a ver", "¿y tú?", "no tengo nada <b>&")

Json = dict[str, Any]

EVERY_PRESET = [
    (name, players, ways[0])
    for name, one in PRESETS.items()
    for players, ways in one.players.items()
]
"""(preset, players, teams), each preset for every number of players."""


def random_value(option: Option, dice: random.Random) -> Any:
    """Any value that an option takes; numbers stay small, so that matches end."""
    match option.kind:
        case "bool":
            return dice.random() < 0.5
        case "enum":
            return dice.choice(option.values)
        case "int":
            return dice.randint(int(option.low), min(int(option.high), 100))
        case "float":
            return dice.choice([0, 0.5, 1])
        case _:
            return dice.sample(option.values, dice.randint(1, len(option.values)))


def random_rules(dice: random.Random) -> Rules:
    """Valid rules of any preset, up to seven options changed."""
    while True:
        name, players, _ = dice.choice(EVERY_PRESET)
        options = {
            changed: random_value(OPTIONS[changed], dice)
            for changed in dice.sample(sorted(OPTIONS), dice.randrange(8))
        }
        options["teams"] = dice.choice(PRESETS[name].players[players])
        try:
            return build_ruleset(name, players, options).rules
        except RulesetError:
            continue


def play_at_random(
    rules: Rules, dice: random.Random, *, most: int = 1000, match: str = "family"
) -> MatchLog:
    """A match of random legal actions to its end, or given up after so many deals."""
    log = MatchLog.begin(match, rules, dice.randrange(rules.players))
    deals = 0
    while log.state.phase != "match_over" and deals < most:
        if log.state.phase == "deal_over":
            log.apply(NextDeal(), by="host")
        everybody = range(rules.players)
        open_deal(log, house=everybody, token_bytes=dice.randbytes).apply_to(log)
        deals += 1
        while log.state.phase not in ("deal_over", "match_over"):
            _act(log, dice)
    return log


def _act(log: MatchLog, dice: random.Random) -> None:
    state = log.state
    assert state.turn is not None
    seat = state.turn if dice.random() > TALKING else dice.randrange(state.rules.players)
    choices = list(legal_actions(state, seat))
    if dice.random() > TALKING:
        choices = [one for one in choices if isinstance(one, TURNS) == (seat == state.turn)]
    if state.phase == "auction" and dice.random() < PASSING:
        choices = [one for one in choices if isinstance(one, Bid) and one.passes] or choices
    choices += _talk(state, seat, dice)
    if claim_refusal(state, seat) == "claim_false" and dice.random() < RASH:
        choices = [Claim(seat)]
    if not choices:
        return
    action = dice.choice(choices)
    noticed = leaks_to(state.rules, seat)
    if isinstance(action, Sign) and noticed and dice.random() < 0.5:
        action = replace(action, leaked=noticed[:1])
    try:
        log.apply(action, by="bot", ms=1)
    except IllegalAction as error:
        if error.code not in ("claim_false", "talk_too_much"):
            raise


def _talk(state: MatchState, seat: int, dice: random.Random) -> list[Action]:
    """Something to say, now and then, where anything comes of it; it is never offered."""
    option = state.rules.option
    allowed = option("talk.mode") == "parlant"
    punished = option("talk.penalty") != "none" and len(state.rules.sides) < state.rules.players
    often = 0.3 if allowed or option("talk.penalty") == "warn" else 0.02
    if state.phase != "play" or not (allowed or punished) or dice.random() > often:
        return []
    return [Say(seat, dice.choice(WORDS))]


def record_of(log: MatchLog) -> Json:
    """The record of a match as it is read from a file: through JSON."""
    sitters = [Sitter(name, "bot") for name in NAMES[: log.rules.players]]
    record = build_record(log, sitters=sitters, started_at=BEGAN, finished_at=ENDED)
    found: Json = json.loads(json.dumps(record))
    return found


def random_match(
    preset: str,
    players: int,
    options: Mapping[str, Any] | None = None,
    *,
    seed: str = "1",
    most: int = 1000,
    match: str = "family",
) -> MatchLog:
    """A match by this preset with these options changed; `match` is its id."""
    rules = build_ruleset(preset, players, dict(options or {})).rules
    dice = random.Random(f"{preset} {players} {sorted((options or {}).items())} {seed}")
    return play_at_random(rules, dice, most=most, match=match)
