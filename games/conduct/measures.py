"""Measures that moderators may take, from a note to the closure of an account, and the rules.

>>> lengths_of("mute"), default_length("mute")
((10080, 43200), 10080)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, get_args

Measure: TypeAlias = Literal[
    "note",
    "warning",
    "chat_timeout",
    "mute",
    "silent_mute",
    "pause",
    "no_tournaments",
    "unrated",
    "suspension",
    "closure",
]
"""What is done about a player, from the lightest.

`note`: only moderators read it. `warning`: the player reads it, nothing else changes.
`chat_timeout`: no chat for up to a day. `mute`: no chat for days. `silent_mute`: others do not see
the chat; for advertisers alone. `pause`: no rated matches with people, as after leaving.
`no_tournaments`, `unrated`: what they say, for weeks. `suspension`: no entry until a date.
`closure`: no entry any more; two moderators decide it.
"""
MEASURES: Final[tuple[Measure, ...]] = get_args(Measure)
Rule: TypeAlias = Literal[
    "finish",
    "threats",
    "insults",
    "repeating",
    "advertising",
    "one_account",
    "signals",
    "rigging",
    "programs",
    "names",
    "law",
]
"""Rule of conduct that somebody broke."""
RULES: Final[Mapping[Rule, str]] = {
    "finish": "1.1",
    "threats": "2.1",
    "insults": "2.2",
    "repeating": "2.3",
    "advertising": "2.4",
    "one_account": "3.1",
    "signals": "4.1",
    "rigging": "5.1",
    "programs": "5.2",
    "names": "6.1",
    "law": "7.1",
}
"""Number of each rule on the page of rules of conduct."""
HOUR: Final = 60
DAY: Final = 24 * HOUR
LENGTHS: Final[Mapping[Measure, tuple[int, ...]]] = {
    "chat_timeout": (10, HOUR, DAY),
    "mute": (7 * DAY, 30 * DAY),
    "silent_mute": (7 * DAY, 30 * DAY),
    "pause": (DAY, 3 * DAY, 7 * DAY),
    "no_tournaments": (7 * DAY, 30 * DAY, 90 * DAY),
    "unrated": (7 * DAY, 30 * DAY, 90 * DAY),
    "suspension": (7 * DAY, 30 * DAY, 90 * DAY),
}
"""Lengths in minutes of the measures that end, the usual one first."""
SILENT: Final = frozenset({"note", "silent_mute"})
"""Measures without a statement to the player."""
SILENT_RULES: Final = frozenset({"advertising"})
"""Rules for which a silent mute may be used: the law asks for reasons in all other cases."""
TWO_PEOPLE: Final = frozenset({"closure"})
"""Measures that a second moderator has to confirm."""
SIGNUP_BANS: Final = frozenset({"domain_ban", "address_ban"})
"""Names in the moderators' log of bans of sign-up by e-mail domain or by addresses."""
APPEAL_DAYS: Final = 20
"""Days within which a decision can be appealed, once."""
USUAL_RULES: Final[Mapping[str, Rule]] = {
    "insults": "insults",
    "threats": "threats",
    "stopped": "finish",
    "stalling": "finish",
    "signals": "signals",
    "two_accounts": "one_account",
    "rigging": "rigging",
    "name": "names",
    "program": "programs",
    "other": "repeating",
    "illegal": "law",
}
"""Rule that a kind of report is mostly about."""


PROPOSED_MEASURES: Final[Mapping[str, Measure]] = {
    "insults": "warning",
    "threats": "mute",
    "stopped": "warning",
    "stalling": "warning",
    "signals": "warning",
    "two_accounts": "warning",
    "rigging": "warning",
    "name": "warning",
    "program": "warning",
}
"""Measure that is proposed first for a kind of report; none for the kinds that are missing here."""


class MeasureError(ValueError):
    """Refusal of a moderator's measure, such as a mute, that the rules forbid; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def lengths_of(measure: Measure) -> tuple[int, ...]:
    """Return the lengths in minutes that a moderator's measure may have; () if it has no end."""
    return LENGTHS.get(measure, ())


def default_length(measure: Measure) -> int | None:
    """Return the usual length in minutes of a moderator's measure; None if it has no end."""
    return next(iter(lengths_of(measure)), None)


def check_measure(measure: str, rule: str, minutes: int | None) -> tuple[Measure, Rule]:
    """Check that a moderator's measure may be taken for this rule and length; return both, typed.

    `minutes` is the length; None for a measure without an end.

    Raises:
        MeasureError: `unknown_measure`, `unknown_rule`, `bad_length`, or `not_silently` for a
            silent mute because of anything but advertising.
    """
    if measure not in MEASURES:
        raise MeasureError("unknown_measure")
    known_rule = next((known for known in RULES if known == rule), None)
    if known_rule is None:
        raise MeasureError("unknown_rule")
    lengths = lengths_of(measure)
    if (minutes not in lengths) if lengths else minutes is not None:
        raise MeasureError("bad_length")
    if measure == "silent_mute" and known_rule not in SILENT_RULES:
        raise MeasureError("not_silently")
    return measure, known_rule
