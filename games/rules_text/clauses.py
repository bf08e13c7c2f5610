"""The options that have an effect in a game, by its number of players and other options.

What stands here decides what a form shows first and what the readable rules speak of; the engine
takes every option that it can, whether it matters or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

Options: TypeAlias = Mapping[str, Any]
Test: TypeAlias = Callable[[int, Options], bool]


def _always(_players: int, _options: Options) -> bool:
    return True


def _auction(_players: int, options: Options) -> bool:
    return bool(options["auction.kind"] != "none")


def _talon(players: int, options: Options) -> bool:
    return _auction(players, options) and bool(options["rematada.talon"])


def _called(players: int, options: Options) -> bool:
    """Return whether the auction's winner calls a card, whose holder becomes the partner."""
    return _auction(players, options) and not options["rematada.talon"]


def _drawn(players: int, options: Options) -> bool:
    """Return whether the game has a stock to draw from."""
    return not _auction(players, options)


def _counted(players: int, options: Options) -> bool:
    """Return whether king and knight of a suit may count for a player."""
    return _talon(players, options) or (_drawn(players, options) and players < 5)


def _partners(_players: int, options: Options) -> bool:
    return bool(options["teams"] != "individual")


def _exchange(players: int, options: Options) -> bool:
    turned = _drawn(players, options) and options["trump.source"] == "turned"
    return turned and bool(options["exchange.enabled"])


def _twos(players: int, options: Options) -> bool:
    """Return whether the game's pack includes the twos."""
    if options["deck.french"] == "all52":
        return players not in (3, 6)
    return players != (6 if options["deck.removed"] == "italian" else 3)


def _most(players: int, options: Options) -> bool:
    """Return whether most points win a deal and deals won decide the match."""
    won = options["match.unit"] == "deals" or options["match.end"] == "four_trumps"
    return _drawn(players, options) and options["score.policy"] == "most" and won


def _signs(players: int, options: Options) -> bool:
    return _partners(players, options) and options["talk.mode"] == "senas"


def _may_be_drawn(_players: int, options: Options) -> bool:
    return bool(options["match.tie"] == "draw")


_EFFECT_TESTS: Final[Mapping[str, Test]] = {
    "exchange.enabled": lambda n, o: _drawn(n, o) and o["trump.source"] == "turned",
    "exchange.timing": _exchange,
    "exchange.deadline": _exchange,
    "exchange.prearm": lambda n, o: (
        _exchange(n, o) and o["exchange.timing"] == "after_win_before_draw"
    ),
    "exchange.won_scope": lambda n, o: (
        _exchange(n, o) and o["exchange.timing"] == "any_time" and _partners(n, o)
    ),
    "exchange.chain": lambda n, o: _exchange(n, o) and _twos(n, o),
    "peek.at_deal": lambda n, o: _drawn(n, o) and _partners(n, o) and not o["open_hands"],
    "peek.six": lambda n, o: (
        n == 6 and o["teams"] != "individual" and bool(o["peek.at_deal"]) and not o["open_hands"]
    ),
    "trump.source": _drawn,
    "match.end": _always,
    "match.decide_by": lambda _n, o: o["match.end"] == "four_trumps",
    "match.unit": lambda n, o: (
        _drawn(n, o) and o["match.end"] != "four_trumps" and o["score.policy"] == "most"
    ),
    "match.tie": _always,
    "match.target": lambda _n, o: o["match.end"] == "target",
    "match.max_deals": lambda _n, o: o["match.end"] != "four_trumps",
    "deal.draw": lambda n, o: (
        _drawn(n, o) and o["open_stock"] == "none" and o["play.cards_per_turn"] == 1
    ),
    "play.cards_per_turn": lambda n, o: n == 2 and _drawn(n, o) and not o["muerte"],
    "play.must_follow": lambda _n, o: o["play.obligations"] == "free",
    "play.obligations": _always,
    "play.first_lead": _auction,
    "tie.chain": _most,
    "score.hundred": lambda n, o: _most(n, o) and o["match.unit"] == "deals",
    "score.policy": _drawn,
    "mexican.limit": lambda n, o: _drawn(n, o) and o["score.policy"] == "stay_under",
    "mexican.none": lambda n, o: _drawn(n, o) and o["score.policy"] == "stay_under",
    "pot.stake": _always,
    "pot.on_tie": lambda n, o: o["pot.stake"] > 0 and _may_be_drawn(n, o),
    "claim": _always,
    "claim.false": lambda _n, o: bool(o["claim"]),
    "arrastre": _always,
    "talk.mode": _partners,
    "talk.penalty": lambda n, o: _partners(n, o) and o["talk.mode"] != "parlant",
    "talk.truth": lambda n, o: _partners(n, o) and o["talk.mode"] in ("senas", "parlant_tapat"),
    "talk.seen_by": _signs,
    "talk.leak": lambda n, o: _signs(n, o) and o["talk.seen_by"] == "partner",
    "deck.french": _always,
    "deck.removed": lambda n, o: n in (3, 6) and _drawn(n, o),
    "ranks": _always,
    "open_hands": _drawn,
    "open_stock": lambda n, o: _drawn(n, o) and bool(o["open_hands"]),
    "marriage.mode": _counted,
    "marriage.scope": lambda n, o: _counted(n, o) and o["marriage.mode"] == "captured",
    "first_dealer": _always,
    "teams": _always,
    "auction.kind": _auction,
    "auction.points_after_two": lambda _n, o: o["auction.kind"] == "rank",
    "auction.min": lambda _n, o: o["auction.kind"] == "points",
    "auction.step": lambda _n, o: o["auction.kind"] == "points",
    "auction.all_pass": _auction,
    "chiamata.dark": _called,
    "chiamata.dark_first": lambda n, o: _called(n, o) and bool(o["chiamata.dark"]),
    "chiamata.call_rule": _called,
    "chiamata.cappotto": lambda n, o: _called(n, o) and o["chiamata.scoring"] == "table",
    "chiamata.scoring": _called,
    "gingo.own_call": lambda n, o: _called(n, o) and o["chiamata.call_rule"] == "highest_missing",
    "rematada.talon": _talon,
    "rematada.award": _talon,
    "muerte": lambda n, o: _drawn(n, o) and o["play.cards_per_turn"] == 1,
    "muerte.friendly": lambda n, o: _drawn(n, o) and bool(o["muerte"]) and _partners(n, o),
}


def matters(players: int, options: Options) -> frozenset[str]:
    """Return the names of the options that have an effect, given a complete map of options."""
    return frozenset(name for name, test in _EFFECT_TESTS.items() if test(players, options))
