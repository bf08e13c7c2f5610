"""The pages of an invitation that leads to no seat: the table is full, or the invitation is old."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Player, Table, TableSeat
from games.models.matches import MatchStatus
from games.models.tables import TableStatus
from games.pages.forms.choosing import seating_of
from games.pages.forms.quick_play import FIRST_GAME, game_of
from games.pages.invite import SeatRequest
from games.pages.visitor import player_of
from games.pages.wording.history import signless
from games.pages.wording.tables import table_line
from games.rules_text.choice import judge
from games.selectors.messages import may_write

Json: TypeAlias = dict[str, Any]
FULL_TABLE: Final = "full"
"""Still life (of `static/img/scenes.svg`) on the page of a full table."""
OLD_LETTER: Final = "envelope"
"""Still life on the page of an old invitation."""


def no_seat(request: HttpRequest, *, data: Json, watch: bool) -> HttpResponse:
    """Show an invited visitor that the table has no free seat, or that its match is over.

    `data` is the table's `table_json`; `watch`: the visitor may watch it, and so sees who sits
    there.
    """
    if data["status"] == TableStatus.FINISHED:
        return _old_invitation(request, data=data, watch=watch)
    return render(
        request,
        "games/invite_late.html",
        {
            "picture": FULL_TABLE,
            "eyebrow": data["name"] or _("No seat is free"),
            "heading": _("The table is full"),
            "lead": _full_lead(data, watch=watch),
            "line": table_line(data),
            "watch": f"{reverse('table', args=[data['id']])}?watch=1" if watch else "",
            "same": _same_table(data),
            "game": _quick_game(data),
            "with_bots": True,
        },
    )


def no_table(request: HttpRequest, table_id: str, asked: SeatRequest) -> HttpResponse:
    """Show an invited visitor that the table is closed (410) or the invitation invalid (404).

    Only the holder of one of the table's invitations learns that the table existed.
    """
    seats = TableSeat.objects.select_related("table__host").filter(invite=asked.token)
    seat = seats.filter(table__public_id=table_id, table__status=TableStatus.CLOSED).first()
    host = seat.table.host if seat is not None else None
    if host is not None:
        heading = _("%(name)s has closed the table") % {"name": host.name}
        lead = _("The invitation was for that table alone. Nothing of yours is lost.")
    else:
        heading = _("This invitation is no longer valid")
        lead = _("It was used, or its table is gone. Ask the person who sent it for a new link.")
    return render(
        request,
        "games/invite_late.html",
        {
            "picture": OLD_LETTER,
            "eyebrow": _("Expired link"),
            "heading": heading,
            "lead": lead,
            "ask": _whom_to_ask(player_of(request), host),
            "game": FIRST_GAME,
        },
        status=404 if seat is None else 410,
    )


def _old_invitation(request: HttpRequest, *, data: Json, watch: bool) -> HttpResponse:
    """Show an invited visitor that the table's match is over: who invited, and the match's end."""
    table = Table.objects.select_related("host", "match").get(public_id=data["id"])
    host = table.host if watch else None
    ended = table.match if watch else None
    match = ended if ended is not None and ended.finished_at is not None else None
    if not watch:
        lead = _("The match is over, and only those who played may see it.")
    elif host is not None:
        lead = _("It was for a table of %(name)s. The match there is over.") % {"name": host.name}
    else:
        lead = _("It was for a match that is over.")
    return render(
        request,
        "games/invite_late.html",
        {
            "picture": OLD_LETTER,
            "eyebrow": _("Expired link"),
            "heading": _("That invitation was used"),
            "lead": lead,
            "ended_at": match.finished_at if match is not None else None,
            "line": table_line(data),
            "score": _outcome(match, data) if match is not None else "",
            "match": match.public_id if match is not None else "",
            "ask": _whom_to_ask(player_of(request), host),
            "game": _quick_game(data),
        },
    )


def _outcome(match: Match, data: Json) -> str:
    """Return winners and score of a table's finished match, such as `Ana won, 3–1`; "" for a draw."""
    winning_sides = match.winners or []
    if match.status != MatchStatus.FINISHED or len(winning_sides) != 1 or not match.score:
        return ""
    won = winning_sides[0]
    winners = data["sides"][won]
    names = _(" and ").join(data["seats"][seat]["player"] or "" for seat in winners)
    points = [match.score[won], *match.score[:won], *match.score[won + 1 :]]
    text = ngettext("%(names)s won, %(score)s", "%(names)s won, %(score)s", len(winners))
    return text % {"names": names, "score": "\N{EN DASH}".join(map(signless, points))}


def _full_lead(data: Json, *, watch: bool) -> str:
    """Return sentences on why a table has no seat, and who sits there if that may be shown."""
    names = ", ".join(seat["player"] for seat in data["seats"] if seat["player"])
    if data["status"] == TableStatus.WAITING:
        waits = _("It has not begun yet: if somebody leaves, a seat is free again.")
        seated = _("At the table: %(names)s.") % {"names": names}
        return f"{seated} {waits}" if watch else waits
    if watch:
        return _("It has begun: %(names)s.") % {"names": names}
    return _("It has begun, and only those who play may see it.")


def _same_table(data: Json) -> str:
    """Return the URL of the form that opens a table, filled with the rules of this table."""
    choice = judge(data["preset"], data["players"], data["rules"]).choice
    return f"{reverse('table_new')}?{choice.link}"


def _quick_game(data: Json) -> str:
    """Return the key of the table's game in quick play, or of the usual game."""
    key = f"{data['preset']}.{seating_of(data['players'], data['rules']['teams'])}"
    return key if game_of(key) is not None else FIRST_GAME


def _whom_to_ask(visitor: Player | None, host: Player | None) -> str:
    """Return the host's name if the visitor may write to the host, else ""."""
    may_ask = visitor is not None and host is not None and may_write(visitor, host)
    return host.name if may_ask and host is not None else ""
