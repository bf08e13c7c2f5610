"""Matches and people of the lobby, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.live_gateway import Turn
from games.rules_text import preset_title, teams_words
from games.selectors.lobby import RunningMatch
from games.selectors.table_details import SeatRow
from games.selectors.watching import Reason, WorthWatching


def own_match(match: RunningMatch, turn: Turn | None) -> dict[str, Any]:
    """Return a running match of the visitor as a dict for the lobby: partners, score and turn.

    `turn` says whose turn it is, and for how long; None if that is unknown.
    """
    return {
        "table": match.table,
        "faces": [seat.name for seat in match.others],
        "with_whom": _with_whom(match),
        "score": _own_score(match),
        "deal": match.deals + 1,
        "turn": turn is not None and turn.seat == match.seat,
        "time": "" if turn is None or turn.left_s is None else _minutes(turn.left_s),
        "left_s": None if turn is None or turn.left_s is None else round(turn.left_s),
    }


def watched_match(worth: WorthWatching) -> dict[str, Any]:
    """Return a running match to watch as a dict for a list: players, rules, score, reason."""
    match = worth.running
    options = match.table.ruleset.options
    sides = [_names(side) for side in match.sides]
    return {
        "table": match.table,
        "sides": sides if len(match.sides[0]) > 1 else [get_text_list(sides, _("and"))],
        "faces": [[seat.name for seat in side] for side in match.sides],
        "rules": preset_title(match.table.ruleset.preset),
        "teams": teams_words(match.table.players, options["teams"]),
        "score": " – ".join(map(str, match.score)),
        "deal": match.deals + 1,
        "reasons": [REASON_WORDS[reason](worth) for reason in worth.reasons],
        "delay": delay_words(match.table.delay),
    }


def delay_words(tricks: int) -> str:
    """Return in words how many tricks later spectators see the match; "" for 0."""
    if not tricks:
        return ""
    return ngettext("shown %(n)s trick later", "shown %(n)s tricks later", tricks) % {"n": tricks}


def _followed_words(worth: WorthWatching) -> str:
    """Return a text with the names of players at a table whom the reader follows."""
    names = get_text_list([*worth.followed], _("and"))
    return _("You follow %(names)s") % {"names": names}


def _watched_words(worth: WorthWatching) -> str:
    """Return the number of people who watch a table, in words."""
    return ngettext("%(n)s is watching", "%(n)s are watching", worth.watchers) % {
        "n": worth.watchers
    }


REASON_WORDS: Final[Mapping[Reason, Callable[[WorthWatching], str]]] = {
    "followed": _followed_words,
    "event": lambda worth: worth.event,
    "strong": lambda _worth: _("High ratings"),
    "best_of_game": lambda _worth: _("The best ratings of this game"),
    "watched": _watched_words,
}
"""Function that says a reason to watch a table, in the order in which they are told."""


def friend_words(place: dict[str, Any] | None) -> dict[str, Any]:
    """Return the place of a followed player in words, with a link if the visitor may go there.

    `place` is that of a `Friend`.
    """
    if place is None:
        text = _("Not at a table")
        return {"text": text, "here": False, "url": "", "label": "", "may_invite": True}
    if place.get("with_you"):
        return {"text": _("Playing with you"), "here": True, "url": "", "label": ""}
    if place.get("in_lobby"):
        text = _("In the lobby")
        return {"text": text, "here": True, "url": "", "label": "", "may_invite": True}
    if place["playing"]:
        return {"text": _("Playing"), "here": True, "url": place["url"], "label": _("Watch")}
    text = _("Waiting at a table")
    return {"text": text, "here": True, "url": place["url"], "label": _("Join")}


def _with_whom(match: RunningMatch) -> str:
    """Return the partners and rivals of the reader in a running match, in words."""
    own, *others = match.own_first
    partners = _names([seat for seat in own if seat.seat != match.seat])
    rivals = _names([seat for side in others for seat in side])
    if partners:
        return _("With %(partners)s against %(rivals)s") % {"partners": partners, "rivals": rivals}
    return _("Against %(rivals)s") % {"rivals": rivals}


def _own_score(match: RunningMatch) -> str:
    """Return a running match's score in words, the reader's side first.

    With more than two sides it is numbers only.
    """
    own, *others = match.score_own_first
    if len(others) > 1:
        return " – ".join(map(str, (own, *others)))
    words = {"own": own, "other": others[0]}
    if own > others[0]:
        return _("you lead %(own)s to %(other)s") % words
    if own < others[0]:
        return _("you trail %(own)s to %(other)s") % words
    return _("level at %(own)s") % words


def _names(seats: Iterable[SeatRow]) -> str:
    """Return the names of the players at these seats, as a list in words."""
    return get_text_list([seat.name for seat in seats], _("and"))


def _minutes(seconds: float) -> str:
    """Return a number of seconds as minutes and seconds: `1:05`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
