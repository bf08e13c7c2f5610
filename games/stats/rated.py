"""Which matches move ratings. Plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.engine import DEFAULTS, PRESETS

BOT: Final = "bot"
GUEST: Final = "guest"
FREE: Final = frozenset(
    {
        "teams", "match.target", "match.max_deals", "match.tie", "pot.stake", "pot.on_tie",
        "exchange.prearm", "first_dealer",
    }
)  # fmt: skip
"""Options that may differ from the named rules: they change how long a match is and what it is
played for, not how one plays."""


OF_DUPLICATE: Final = frozenset({"match.end", "match.unit", "score.hundred"})
"""What duplicate matches change besides: the same cards are played, and points decide."""


def is_curated(preset: str, options: Mapping[str, Any], *, duplicate: bool = False) -> bool:
    """Whether these are named rules, but for what does not change the play.

    >>> is_curated("ludoteka", {**DEFAULTS, "match.target": 6})
    True
    >>> is_curated("ludoteka", {**DEFAULTS, "open_hands": True})
    False
    """
    named = {**DEFAULTS, **PRESETS[preset].changes}
    free = FREE | OF_DUPLICATE if duplicate else FREE
    return all(options[name] == value for name, value in named.items() if name not in free)


def is_rated(
    preset: str,
    options: Mapping[str, Any],
    *,
    sides: Sequence[Sequence[int]],
    players: Sequence[int],
    kinds: Sequence[str],
    mixed: bool = False,
    duplicate: bool = False,
) -> bool:
    """Whether a match moves ratings: `players` and their `kinds` by seat.

    By named rules, everybody in one seat, and people among people or bots among bots; both
    together where the table lets them (`mixed`), and then in the bots' pool. Guests may
    play for a rating alone, but not in partnerships: there somebody else's is at stake.
    """
    if not is_curated(preset, options, duplicate=duplicate) or len(set(players)) < len(players):
        return False
    if len({kind == BOT for kind in kinds}) > 1 and not mixed:
        return False
    return GUEST not in kinds or all(len(side) == 1 for side in sides)
