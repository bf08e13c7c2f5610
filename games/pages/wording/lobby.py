"""Matches and people of the lobby, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import TableSeat
from games.rules_text import preset_title, teams_words
from games.selectors.lobby import RunningMatch
from games.selectors.watching import Reason, WorthWatching
from games.services.live_gateway import Turn


def own_match(found: RunningMatch, turn: Turn | None) -> dict[str, Any]:
    """Return a running match of the visitor as a dict for the lobby: partners, score and turn.

    `turn` says whose turn it is, and for how long; None if that is unknown.
    """
    return {
        "table": found.table,
        "faces": [_name(seat) for seat in found.others],
        "with_whom": _with_whom(found),
        "score": _own_score(found),
        "deal": found.deals + 1,
        "turn": turn is not None and turn.seat == found.seat,
        "time": "" if turn is None or turn.left_s is None else _minutes(turn.left_s),
        "left_s": None if turn is None or turn.left_s is None else round(turn.left_s),
    }


def watched_match(worth: WorthWatching) -> dict[str, Any]:
    """Return a running match to watch as a dict for a list: players, rules, score, and why."""
    found = worth.running
    options = found.table.ruleset.options
    sides = [_names(side) for side in found.sides]
    return {
        "table": found.table,
        "sides": sides if len(found.sides[0]) > 1 else [get_text_list(sides, _("and"))],
        "faces": [[_name(seat) for seat in side] for side in found.sides],
        "rules": preset_title(found.table.ruleset.preset),
        "teams": teams_words(found.table.players, options["teams"]),
        "score": " – ".join(map(str, found.score)),
        "deal": found.deals + 1,
        "reasons": [REASON_WORDS[reason](worth) for reason in worth.reasons],
        "delay": delay_words(found.table.delay),
    }


def delay_words(tricks: int) -> str:
    """Return by how many tricks spectators are behind, in words; "" for 0."""
    if not tricks:
        return ""
    return ngettext("shown %(n)s trick later", "shown %(n)s tricks later", tricks) % {"n": tricks}


def _followed_words(worth: WorthWatching) -> str:
    """Return whom the reader follows at a table."""
    names = get_text_list([*worth.followed], _("and"))
    return _("You follow %(names)s") % {"names": names}


def _watched_words(worth: WorthWatching) -> str:
    """Return how many watch a table."""
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
    """Return where a followed player is, in words, with a link if the visitor may go to the table.

    `place` is the player's table, `{"in_lobby": True}`, or None, as `friends_of` returns it.
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


def _with_whom(found: RunningMatch) -> str:
    """Return the partners and rivals of the reader, in words."""
    own, *others = found.own_first
    partners = _names([seat for seat in own if seat.seat != found.seat])
    rivals = _names([seat for side in others for seat in side])
    if partners:
        return _("With %(partners)s against %(rivals)s") % {"partners": partners, "rivals": rivals}
    return _("Against %(rivals)s") % {"rivals": rivals}


def _own_score(found: RunningMatch) -> str:
    """Return the score with the reader's side first; of more than two sides as numbers only."""
    own, *others = found.score_own_first
    if len(others) > 1:
        return " – ".join(map(str, (own, *others)))
    words = {"own": own, "other": others[0]}
    if own > others[0]:
        return _("you lead %(own)s to %(other)s") % words
    if own < others[0]:
        return _("you trail %(own)s to %(other)s") % words
    return _("level at %(own)s") % words


def _names(seats: Sequence[TableSeat]) -> str:
    """Return the names of the players at these seats, as a list in words."""
    return get_text_list([_name(seat) for seat in seats], _("and"))


def _name(seat: TableSeat) -> str:
    """Return the name of the player at a seat; empty for a free seat."""
    return seat.player.name if seat.player else ""


def _minutes(seconds: float) -> str:
    """Return seconds as text: minutes and seconds, `1:05`."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"
