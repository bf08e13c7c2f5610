"""Every kind of moment at a table, from matches that the engine plays: what the page is shown."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from accounts.faces import FACES
from games.engine import (
    PRESETS,
    Cut,
    DealCards,
    DrawDealer,
    Event,
    MatchState,
    NextDeal,
    Ruleset,
    apply,
    build_ruleset,
    draws_decide,
    event_to_json,
    redact,
    start,
    view_for,
    view_to_json,
)
from tests.support.random_actions import choose

Json = dict[str, Any]
NAMES: Final = ("Lucía", "Maximiliana-Pinos", "Roble", "Jo", "Encina", "Bartomeu")
"""Short and long ones; the third and the fifth are bots."""
BOTS: Final = (2, 4)
DEALS: Final = 12
"""Deals that are looked through for moments of a table."""
TOLD: Final = ("signed", "asked", "answered", "said", "marriage_shown", "three_killed", "claimed")
"""Events that show something for a moment."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of playing: a preset, how many, in which sides, and what is changed of it."""

    preset: str
    players: int
    teams: str
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """For files and lines: `ludoteka-4-pairs-senas`."""
        changed = [str(value) if value is not True else key for key, value in self.options]
        return "-".join([self.preset, str(self.players), self.teams, *changed]).replace(".", "-")

    def ruleset(self) -> Ruleset:
        """The rules."""
        return build_ruleset(self.preset, self.players, {"teams": self.teams, **dict(self.options)})


@dataclass(frozen=True, slots=True)
class Moment:
    """What the page is sent to show one moment, in order."""

    way: Way
    name: str
    table: Json
    messages: tuple[Json, ...]


EXTRA: Final = (
    Way("ludoteka", 4, "pairs", (("talk.mode", "senas"),)),
    Way("ludoteka", 4, "pairs", (("talk.mode", "senas"), ("talk.seen_by", "gaze"))),
    Way("ludoteka", 4, "pairs", (("talk.mode", "parlant_tapat"),)),
    Way("ludoteka", 6, "threes", (("talk.mode", "parlant"),)),
    Way("ludoteka", 4, "pairs", (("peek.at_deal", True),)),
    Way("ludoteka", 2, "individual", (("deck.french", "kqj"),)),
    Way("ludoteka", 2, "individual", (("play.cards_per_turn", 2),)),
    Way("scoperta", 2, "individual", (("open_stock", "all"),)),
    Way("mariaje", 3, "individual", (("marriage.mode", "declared"),)),
    Way("catalan", 4, "pairs", (("first_dealer", "high_card"),)),
)


def ways() -> list[Way]:
    """Every preset for every number of players and sides, and what else looks different."""
    plain = [
        Way(preset, players, teams)
        for preset, data in PRESETS.items()
        for players, choices in data.players.items()
        for teams in choices
    ]
    return [*plain, *EXTRA]


def moments(way: Way) -> list[Moment]:
    """One of each kind of moment of a way of playing; always the same ones."""
    found: dict[str, Moment] = {}
    ruleset = way.ruleset()
    for seat in (0, None):
        for before, state, events in _course(ruleset):
            name = _kind(state, events, seat)
            if name not in found:
                found[name] = _moment(way, ruleset, name, before, state, events, seat)
    return [_waiting(way, ruleset), *found.values()]


def _course(ruleset: Ruleset) -> Iterator[tuple[MatchState, MatchState, tuple[Event, ...]]]:
    """States of some matches, each with the one before and what happened between."""
    rng = random.Random(ruleset.hash)
    rules, deals = ruleset.rules, 0
    while deals < DEALS:
        state = start(rules, dealer=rng.randrange(rules.players))
        yield state, state, ()
        while state.phase != "match_over" and deals < DEALS:
            before = state
            deck = tuple(rng.sample(rules.deck, len(rules.deck)))
            match state.phase:
                case "draw_dealer":
                    drawn = (deck[:n] for n in range(rules.players, len(deck)))
                    cards = next(some for some in drawn if draws_decide(rules, some))
                    state, events = apply(state, DrawDealer(cards))
                case "cut":
                    state, events = apply(state, Cut(state.cutter, rng.randrange(4, 20)))
                case "deal":
                    state, events = apply(state, DealCards(deck))
                case "deal_over":
                    state, events = apply(state, NextDeal())
                    deals += 1
                case _:
                    state, events = apply(state, choose(state, rng))
            yield before, state, events
        deals += 1


def _kind(state: MatchState, events: tuple[Event, ...], seat: int | None) -> str:
    """What sort of moment this is, for who looks from that seat."""
    view = view_for(state, seat)
    parts = [state.phase]
    if seat is None:
        parts.append("watched")
    elif state.phase not in ("deal_over", "match_over"):
        parts.append("own" if view.turn == seat else "other")
    if seat is not None and state.phase == "play":
        if view.trick and view.trick.plays:
            parts.append("laid")
        if not view.stock and view.turn == seat:
            parts.append("last")
        kinds = {type(action).__name__.lower() for action in view.legal}
        announced = any(getattr(action, "announce", None) for action in view.legal)
        parts += sorted(kinds & {"exchange", "claim", "declare", "peek", "answer"})
        if view.armed:
            parts.append("armed")
        if announced:
            parts.append("arrastre")
    if seat is not None:
        seen = [event_to_json(one)["type"] for one in events if redact(one, seat) is not None]
        parts += sorted({name for name in seen if name in TOLD})
    if state.phase == "deal_over":
        parts.append(state.results[-1].ended_by)
    return "-".join(parts)


def _moment(
    way: Way,
    ruleset: Ruleset,
    name: str,
    before: MatchState,
    state: MatchState,
    events: tuple[Event, ...],
    seat: int | None,
) -> Moment:
    """The moment with what led to it, where that shows something for a while."""
    told = [event_to_json(seen) for one in events if (seen := redact(one, seat)) is not None]
    match = f"{way.name}-{name}"
    shown = _state(match, 2, state, seat, told)
    first = _state(match, 1, before, seat, None)
    with_story = any(one["type"] in TOLD or one["type"] == "dealer_drawn" for one in told)
    messages = [first, shown] if with_story else [{**shown, "fresh": True, "events": []}]
    if state.phase == "cut":
        messages.append(_sealed(match, state, ruleset))
    return Moment(way, name, table_of(way, ruleset, seat), tuple(messages))


def _state(
    match: str, seq: int, state: MatchState, seat: int | None, events: list[Json] | None
) -> Json:
    """The message that shows a state; without events it comes without a story."""
    turning = state.turn is not None and state.phase in ("play", "auction", "call", "discard")
    bank = [30_000] * state.rules.players
    return {
        "t": "state",
        "match": match,
        "seq": seq,
        "view": view_to_json(view_for(state, seat)),
        "events": events or [],
        "fresh": events is None,
        "clock": {
            "turn": state.turn,
            "remaining_ms": 9_000,
            "turn_ms": 20_000,
            "bank_ms": bank,
            "paused": True,
        }
        if turning
        else None,
    }


def _sealed(match: str, state: MatchState, ruleset: Ruleset) -> Json:
    """What is told of the shuffle before the cut."""
    return {
        "t": "fair",
        "match": match,
        "deal": state.number,
        "rules": ruleset.hash,
        "server_commit": "00" * 32,
        "client_commits": ["00" * 32] * state.rules.players,
        "cut_in_ms": 9_000,
        "block": None,
    }


def _waiting(way: Way, ruleset: Ruleset) -> Moment:
    """The table before the match: half of the seats are taken."""
    table = table_of(way, ruleset, 0)
    for seat in table["seats"][1::2]:
        seat |= {"player": None, "face": None, "kind": None, "bot": None}
    links = [None if seat["player"] else "/t/gallery/?seat=1&invite=x" for seat in table["seats"]]
    table |= {"status": "waiting", "match": None}
    table["you"] |= {"host": True, "invite_links": links}
    return Moment(way, "waiting", table, ())


def table_of(way: Way, ruleset: Ruleset, seat: int | None) -> Json:
    """The table as its page is told of it; see `games.selectors.tables`."""
    side_of = ruleset.rules.side_of
    return {
        "id": "gallery",
        "name": "",
        "status": "playing",
        "quick": False,
        "preset": way.preset,
        "rules": dict(ruleset.options),
        "rules_hash": ruleset.hash,
        "players": way.players,
        "sides": [list(side) for side in ruleset.rules.sides],
        "clock": {"turn_ms": 20_000, "bank_ms": 30_000, "increment_ms": 0},
        "visibility": "public",
        "watch": "anyone",
        "programs": "none",
        "seats": [
            {
                "seat": at,
                "side": side_of[at],
                "player": NAMES[at],
                "face": FACES[at],
                "kind": "bot" if at in BOTS else "user",
                "bot": "rules" if at in BOTS else None,
                "connected": at != 1,
                "away": False,
                "substitute": None,
                "agreed": True,
                "rating": None if at in BOTS else 1500 + 37 * at,
                "ready": False,
            }
            for at in range(way.players)
        ],
        "match": "gallery",
        "watchers": 2,
        "watching": ["Remei"],
        "starts_in_ms": None,
        "next_in_ms": None,
        "absences": [],
        "rematch": [],
        "you": {
            "seat": seat,
            "player": None if seat is None else NAMES[seat],
            "host": False,
            "can_sit": False,
            "can_act": seat is not None,
            "leaving": "rated" if seat is not None else None,
            "invite_links": [],
        },
    }
