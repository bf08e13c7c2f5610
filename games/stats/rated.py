"""Rules of which matches move ratings, with a code for each reason against. Plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine import DEFAULTS, PRESETS, MatchState, complete_options
from games.stats.pools import SIGNS
from games.stats.results import ALL_PASSED, RESIGNED

BOT: Final = "bot"
GUEST: Final = "guest"
FREE: Final = frozenset(
    {
        "teams", "match.target", "match.max_deals", "match.tie", "pot.stake", "pot.on_tie",
        "exchange.prearm", "first_dealer", "claim.false",
    }
)  # fmt: skip
"""Options that may differ from a preset in a rated match.

They change how long a match is and what is at stake, not how it is played; and the price of a false
claim, which presets once did not fix.
"""

FIXED_DEALS: Final = frozenset({"match.end", "match.unit", "score.hundred", "deal.draw"})
"""Options that may differ too where a match has a fixed number of deals, as in tournaments.

Which unseen card of the stock comes to whom changes nothing for those who play.
"""

SIGNED: Final = frozenset({"talk.mode", "talk.seen_by"})
"""Options that may differ too where partners make signs: such matches have pools of their own."""

RULES: Final = "other_rules"
DUPLICATE: Final = "duplicate"
TWO_SEATS: Final = "two_seats"
WITH_BOTS: Final = "with_bots"
GUEST_PARTNER: Final = "guest_partner"
SAME_ADDRESS: Final = "same_address"
SAME_OPPONENT: Final = "same_opponent"
EARLY_RESIGNATION: Final = "early_resignation"
PAUSED: Final = "paused_player"
NO_FIRST_CARD: Final = "no_first_card"
PLAYER_GONE: Final = "player_gone"
ABANDONED: Final = "abandoned"

UNRATED: Final = (
    RULES, DUPLICATE, TWO_SEATS, WITH_BOTS, GUEST_PARTNER, SAME_ADDRESS, SAME_OPPONENT,
    EARLY_RESIGNATION, PAUSED, NO_FIRST_CARD, PLAYER_GONE, ABANDONED,
)  # fmt: skip
"""Codes of the reasons why a match is not rated; the API publishes them, so they never change."""
DECIDED_ONCE: Final = frozenset(
    {SAME_ADDRESS, SAME_OPPONENT, EARLY_RESIGNATION, PAUSED, NO_FIRST_CARD, PLAYER_GONE}
)
"""Codes that do not follow from the record of a match; they are stored with the match alone."""


def is_curated(preset: str, options: Mapping[str, Any]) -> bool:
    """Return whether the options are the preset's, but for those that may differ in a rated match.

    These are the options in FREE, in FIXED_DEALS and in SIGNED.

    >>> is_curated("ludoteka", {**DEFAULTS, "match.target": 6})
    True
    >>> is_curated("ludoteka", {**DEFAULTS, "open_hands": True})
    False
    >>> is_curated("ludoteka", {**DEFAULTS, "match.end": "fixed_deals", "deal.draw": "by_seat"})
    True
    >>> is_curated("ludoteka", {**DEFAULTS, "teams": "pairs", "talk.mode": "senas"})
    True
    >>> is_curated("ludoteka", {name: DEFAULTS[name] for name in DEFAULTS if name != "deal.draw"})
    True
    """
    known = complete_options(options)  # stored maps leave later options out
    named = {**DEFAULTS, **PRESETS[preset].changes_for(known["teams"])}
    free = FREE | FIXED_DEALS if known["match.end"] == "fixed_deals" else FREE
    free |= SIGNED if known["talk.mode"] == SIGNS else frozenset()
    return all(known[name] == value for name, value in named.items() if name not in free)


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
    """Return the code of why a match moves no ratings, as far as known at its start; "" if it may.

    `players` and their `kinds` are given by seat. A rated match is by the rules of a preset, with
    every player in one seat, and people among people or bots among bots; both together where the
    table lets them (`mixed`), and then in the bots' pool. Guests may play alone for a rating, but
    not in partnerships, where somebody else's rating is at stake. Duplicate matches are never
    rated: at the second deal of a deck every player has seen the others' cards.
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


def resigned_early(state: MatchState) -> bool:
    """Return whether a match ended by a resignation before half the tricks of a deal were played.

    A deal that came to its end counts as played, however few tricks it had, unless all passed.
    """
    if state.ended_by != RESIGNED or any(result.ended_by != ALL_PASSED for result in state.results):
        return False
    rules = state.rules
    whole = (len(rules.deck) - rules.talon) // rules.players
    tricks = () if state.deal is None else state.deal.tricks
    played = sum(trick.winner is not None for trick in tricks)
    return 2 * played < whole
