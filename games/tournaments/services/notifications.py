"""Notifications of tournaments: check-in, rounds, another time, and that they are called off.

Each is told once on the pages, and pushed to the browsers of those who want that at each call. They
name no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import NotificationKind, Player, TableSeat
from games.services.notifications import notify
from games.services.pushes import queue_push
from games.tournaments.models import Tournament, TournamentMember
from games.tournaments.models.tournaments import EntrantStatus, TournamentStatus


def people_of(players: Sequence[int]) -> list[int]:
    """Return those of these players (row ids) who are people with an account, not bots."""
    people = Player.objects.filter(pk__in=players, user__isnull=False, bot="")
    return list(people.values_list("pk", flat=True))


def awaited_at_checkin(tournaments: Sequence[str]) -> list[int]:
    """Return the players (row ids) who have not checked in to these tournaments (public ids)."""
    members = TournamentMember.objects.filter(
        tournament__public_id__in=tournaments, checked_in_at=None, left_at=None
    )
    return list(members.values_list("player", flat=True))


def call_to_tables(players: Sequence[int], now: datetime | None = None) -> int:
    """Notify players (row ids) of their tournament's game; return the number of push messages."""
    seats = TableSeat.objects.filter(
        player__in=players,
        player__user__isnull=False,
        table__tournament_game__done_at=None,
        table__tournament_game__isnull=False,
    ).select_related("table__tournament_game__round__tournament")
    sent = 0
    for seat in seats:
        assert seat.player_id is not None
        table = seat.table
        event = table.tournament_game.round.tournament.name
        message = {
            "body": table.name,
            "url": f"/t/{table.public_id}/",
            "tag": f"t{table.public_id}",
        }
        sent += _call(seat.player_id, "round_begins", f"game:{table.pk}", event, message, now)
    return sent


def _checkin_message(event: Tournament) -> dict[str, str]:
    """Return the push message (JSON) that the check-in of a tournament is open."""
    return {
        "body": event.name,
        "url": f"/tournaments/{event.public_id}/",
        "tag": f"e{event.public_id}",
    }


def call_to_checkin(players: Sequence[int], now: datetime | None = None) -> int:
    """Notify players (row ids) of open check-ins; return the number of push messages."""
    members = TournamentMember.objects.filter(
        player__in=players,
        tournament__status=TournamentStatus.CHECKIN,
        checked_in_at=None,
        left_at=None,
        player__user__isnull=False,
    ).select_related("tournament")
    sent = 0
    for member in members:
        event = member.tournament
        message = _checkin_message(event)
        sent += _call(
            member.player_id, "checkin_open", f"checkin:{event.pk}", event.name, message, now
        )
    return sent


@transaction.atomic
def _call(
    player: int, text: str, key: str, event: str, message: dict[str, str], now: datetime | None
) -> int:
    """Store a player's notification once, and queue push messages; return their number."""
    kind = NotificationKind.ROUND_BEGINS
    notify(
        recipients=[player],
        kind=kind,
        text=text,
        key=key,
        data={"event": event},
        url=message["url"],
        push=False,
        now=now,
    )
    return queue_push(
        players=[player], kind=kind, message=lambda: {"title": _title(text), **message}, now=now
    )


def notify_entrants(*, tournament: Tournament, text: str, now: datetime) -> None:
    """Notify a tournament's entrants, except its organiser, of a change of the tournament.

    `text` is a key of `notification_texts.TEXTS`. The notification is stored once for each version
    of the tournament, so that a second change is notified as well.
    """
    members = tournament.people.filter(left_at=None).exclude(
        entrant__status=EntrantStatus.WITHDRAWN
    )
    players = members.values_list("player", flat=True)
    notify(
        recipients=[
            player for player in people_of(list(players)) if player != tournament.creator_id
        ],
        kind=NotificationKind.ROUND_BEGINS,
        text=text,
        key=f"{text}:{tournament.pk}:{tournament.version}",
        data={"event": tournament.name},
        url=f"/tournaments/{tournament.public_id}/",
        now=now,
    )


def _title(text: str) -> str:
    """Return the title of a push message in the active language."""
    if text == "checkin_open":
        return _("Say that you are here: the check-in is open")
    return _("Your round begins")
