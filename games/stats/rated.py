"""Which matches move ratings, and why others do not. Plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine import DEFAULTS, PRESETS, MatchState
from games.stats.results import ALL_PASSED, RESIGNED

BOT: Final = "bot"
GUEST: Final = "guest"
FREE: Final = frozenset(
    {
        "teams", "match.target", "match.max_deals", "match.tie", "pot.stake", "pot.on_tie",
        "exchange.prearm", "first_dealer", "claim.false",
    }
)  # fmt: skip
"""Options that may differ from the named rules: they change how long a match is and what it is
played for, not how one plays; and what a false claim costs, which named rules once did not say."""

RULES: Final = "other_rules"
DUPLICATE: Final = "duplicate"
TWO_SEATS: Final = "two_seats"
WITH_BOTS: Final = "with_bots"
GUEST_PARTNER: Final = "guest_partner"
SAME_ADDRESS: Final = "same_address"
SAME_OPPONENT: Final = "same_opponent"
EARLY_RESIGNATION: Final = "early_resignation"

UNRATED: Final = (
    RULES, DUPLICATE, TWO_SEATS, WITH_BOTS, GUEST_PARTNER, SAME_ADDRESS, SAME_OPPONENT,
    EARLY_RESIGNATION,
)  # fmt: skip
"""Codes of why a match is not rated. The API gives them, so they never change."""
DECIDED_AT_END: Final = frozenset({SAME_ADDRESS, SAME_OPPONENT, EARLY_RESIGNATION})
"""Those that only the match's end decides; afterwards they stand with the match alone."""


def is_curated(preset: str, options: Mapping[str, Any]) -> bool:
    """Return whether these are named rules, but for what does not change the play.

    >>> is_curated("ludoteka", {**DEFAULTS, "match.target": 6})
    True
    >>> is_curated("ludoteka", {**DEFAULTS, "open_hands": True})
    False
    """
    named = {**DEFAULTS, **PRESETS[preset].changes}
    return all(options[name] == value for name, value in named.items() if name not in FREE)


def unrated_reason(
    preset: str,
    options: Mapping[str, Any],
    *,
    sides: Sequence[Sequence[int]],
    players: Sequence[int],
    kinds: Sequence[str],
    mixed: bool = False,
    duplicate: bool = False,
) -> str:
    """Return why a match moves no ratings, as far as its beginning decides; empty: it may.

    `players` and their `kinds` are given by seat. A rated match is by named rules, everybody in
    one seat, and people among people or bots among bots; both together where the table lets them
    (`mixed`), and then in the bots' pool. Guests may play for a rating alone, but not in
    partnerships: there somebody else's is at stake. Duplicate matches are never rated: at the
    second deal of a deck every player has seen the others' cards.
    """
    if duplicate:
        return DUPLICATE
    if not is_curated(preset, options):
        return RULES
    if len(set(players)) < len(players):
        return TWO_SEATS
    if len({kind == BOT for kind in kinds}) > 1 and not mixed:
        return WITH_BOTS
    if GUEST in kinds and any(len(side) > 1 for side in sides):
        return GUEST_PARTNER
    return ""


def is_rated(preset: str, options: Mapping[str, Any], **about: Any) -> bool:
    """Return whether a match may move ratings; arguments as of `unrated_reason`."""
    return not unrated_reason(preset, options, **about)


def resigned_early(state: MatchState) -> bool:
    """Whether a match ended by a resignation before half of the tricks of any deal were played.

    A deal that came to its end counts as played, however few tricks it had, unless all passed.
    """
    if state.ended_by != RESIGNED or any(one.ended_by != ALL_PASSED for one in state.results):
        return False
    rules = state.rules
    whole = (len(rules.deck) - rules.talon) // rules.players
    tricks = () if state.deal is None else state.deal.tricks
    played = sum(trick.winner is not None for trick in tricks)
    return 2 * played < whole
