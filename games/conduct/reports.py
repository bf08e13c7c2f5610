"""Kinds of reports about players, the cases that they are gathered in, and how urgent they are.

The urgency follows lichess (`modules/report` of lila): a report weighs by how often its author was
right before, and some kinds always come first.

>>> room_of("insults"), room_of("threats"), term_hours("threats")
('chat', 'chat', 24)
>>> report_urgency("insults", accuracy=50), report_urgency("threats", accuracy=0)
(20, 50)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "insults",
    "threats",
    "stopped",
    "stalling",
    "signals",
    "two_accounts",
    "rigging",
    "name",
    "program",
    "other",
]
"""What a player is reported for.

`threats`: hate too. `stopped`: left the match. `stalling`: lets the clock run. `signals`: partners
or opponents who tell each other their cards. `rigging`: ratings won or lost on purpose. `program`:
a program plays for a person.
"""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ILLEGAL: Final = "illegal"
"""Kind of a notice of illegal content, which needs no account."""
Room: TypeAlias = Literal["chat", "play", "fair", "rating", "profile", "other", "illegal"]
"""Subject of a case: a player has at most one open case in each."""
ROOMS: Final[Mapping[str, Room]] = {
    "insults": "chat",
    "threats": "chat",
    "stopped": "play",
    "stalling": "play",
    "signals": "fair",
    "two_accounts": "fair",
    "program": "fair",
    "rigging": "rating",
    "name": "profile",
    "other": "other",
    ILLEGAL: "illegal",
}
FIRST_KINDS: Final = frozenset({"threats", ILLEGAL})
"""Kinds of report that moderators read before all others, and within a day."""
FIRST_ANSWER_HOURS: Final = 24
ANSWER_HOURS: Final = 72
"""Time in which a report is answered."""
URGENT_FROM: Final = 40
"""Urgency from which a case is marked as urgent; lichess has the same figure."""
MAX_URGENCY: Final = 100
BASE_URGENCY: Final = 20
LEAST_URGENCY: Final[Mapping[str, int]] = {"threats": 50, ILLEGAL: 50, "name": 30}
"""Least urgency of some kinds, whoever reports them."""
AUTOMATIC_BONUS: Final = 25
"""Urgency added to a report that a rule of the site makes."""
RESTRICTED_AUTHOR_BONUS: Final = -30
"""Urgency added to a report whose author is under a restriction."""
EACH_MORE: Final = 5
"""Urgency added to a case for each further report."""


def room_of(kind: str) -> Room:
    """Return the subject of the case that a report of this kind ("threats", ...) joins."""
    return ROOMS[kind]


def term_hours(kind: str) -> int:
    """Return the hours within which moderators answer a report of this kind ("threats", ...)."""
    return FIRST_ANSWER_HOURS if kind in FIRST_KINDS else ANSWER_HOURS


def accuracy(upheld: int, decided: int) -> int:
    """Return the share of a reporter's reports that were right, in percent; 50 before any decision.

    Of `decided` reports moderators have upheld `upheld`. One right and one wrong report are added,
    so that a first decision says little (the rule of succession).

    >>> accuracy(0, 0), accuracy(1, 1), accuracy(0, 8)
    (50, 67, 10)
    """
    return round(100 * (upheld + 1) / (decided + 2))


def report_urgency(
    kind: str, *, accuracy: int, automatic: bool = False, marked: bool = False
) -> int:
    """Return the urgency of one report for the moderators, from 0 to MAX_URGENCY.

    `accuracy` is the share of the author's reports that were right, in percent; `marked`: the
    author is under a restriction; `automatic`: the site itself reports.
    """
    score = BASE_URGENCY + 0.8 * (accuracy - 50)
    score += AUTOMATIC_BONUS * automatic + RESTRICTED_AUTHOR_BONUS * marked
    return max(0, LEAST_URGENCY.get(kind, 0), min(MAX_URGENCY, round(score)))


def case_urgency(reports: Iterable[int]) -> int:
    """Return the urgency of a case from that of each of its reports, at most MAX_URGENCY.

    That is the highest urgency, plus EACH_MORE for each further report.

    >>> case_urgency([20, 44, 8])
    54
    """
    scores = list(reports)
    if not scores:
        return 0
    return min(MAX_URGENCY, max(scores) + EACH_MORE * (len(scores) - 1))
