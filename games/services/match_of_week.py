"""The match of the week: choosing it after the week's end, and taking it down if a player says no."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction
from django.urls import reverse

from games.common.match_of_week import choose
from games.models import Match, MatchOfWeek, MatchOfWeekRefusal, NotificationKind, Player, Seat
from games.selectors.match_of_week import (
    candidates_of,
    forget_cached_match,
    last_week,
    showable_matches,
)
from games.services.notifications import expire_notices, notify


@transaction.atomic
def choose_match_of_week(*, now: datetime) -> Match | None:
    """Choose the match of the week that ended last (UTC), and return it; None if none fits.

    What is chosen stays, unless it may not be shown any more: then another one takes its place. Each
    process may call it, at any time. The row of the week is locked.
    """
    MatchOfWeek.objects.get_or_create(monday=last_week(now).monday)
    row = _locked_row(now)
    is_current = row.match_id is None or showable_matches(now).filter(pk=row.match_id).exists()
    if row.chosen_at is not None and is_current:
        return row.match
    return _choose(row, now)


@transaction.atomic
def take_down_match_of_week(*, match_id: str, player: Player, now: datetime) -> bool:
    """Take down the match of the week (public id) for one who played it, and choose the next.

    Return False if the match is not that of the week, or the player did not play it.
    """
    row = _locked_row(now)
    match = row.match
    played = match is not None and match.seats.filter(player=player).exists()
    if match is None or not played or match.public_id != match_id:
        return False
    MatchOfWeekRefusal.objects.get_or_create(match=match, player=player, defaults={"at": now})
    _choose(row, now)
    return True


@transaction.atomic
def set_match_of_week_allowed(*, player: Player, on: bool, now: datetime) -> None:
    """Set whether a player's matches may be the match of the week; if not, one on show is taken down."""
    player.match_of_week_allowed = on
    player.save(update_fields=["match_of_week_allowed"])
    row = MatchOfWeek.objects.select_for_update(of=("self",)).filter(
        monday=last_week(now).monday, match__seats__player=player
    ).first()  # fmt: skip
    if row is not None and not on:
        _choose(row, now)


def _locked_row(now: datetime) -> MatchOfWeek:
    """Return the locked row of the week that ended last; a new one, not stored, if it has none."""
    rows = MatchOfWeek.objects.select_for_update(of=("self",)).select_related("match")
    monday = last_week(now).monday
    return rows.filter(monday=monday).first() or MatchOfWeek(monday=monday)


def _choose(row: MatchOfWeek, now: datetime) -> Match | None:
    """Choose the match of a locked row's week by the rule, and notify those who played it."""
    before, choice = row.match, choose(candidates_of(last_week(now), now))
    row.match = None if choice is None else Match.objects.get(pk=choice.match)
    row.points = 0 if choice is None else choice.points
    row.chosen_at = now
    row.save()
    if before is not None and before != row.match:
        expire_notices(key=_notice_key(before), recipients=_players_of(before), now=now)
    if row.match is not None and row.match != before:
        notify(
            recipients=_players_of(row.match),
            kind=NotificationKind.MATCH_OF_WEEK,
            text="match_of_week",
            key=_notice_key(row.match),
            url=f"{reverse('match', args=[row.match.public_id])}#of-week",
            now=now,
        )
    transaction.on_commit(partial(forget_cached_match, now))
    return row.match


def _notice_key(match: Match) -> str:
    """Return the key of the notifications that a match is the match of the week."""
    return f"match-of-week:{match.pk}"


def _players_of(match: Match) -> list[int]:
    """Return the players (row ids) of a match."""
    return list(Seat.objects.filter(match=match).values_list("player", flat=True))
