"""Tries at the deal of the day: one for each player, public once the day is over."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.common.errors import TableError
from games.models import DailyDeal, DailyLook, DailyTry, Player, Table, TableSeat
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.selectors.daily_points import tries_by_points
from games.services.addresses import address_digest
from games.services.daily_deals import SEAT, daily_of, day_of, shown_at
from games.services.match_ends import open_held
from games.services.matches import create_match
from games.services.players import house_bot
from games.services.seating import require_time

COMMITTED_DAYS: Final = 2
"""Number of days whose deals are committed to: today and tomorrow."""
TURN_MS: Final = 60_000
"""Time for one turn, in ms."""
BANK_MS: Final = 120_000
"""Time bank of the player, in ms."""
OPENED_AT_ONCE: Final = 50
"""Maximum number of held matches that one call publishes."""


@transaction.atomic
def start_try(
    *, player: Player, now: datetime, looked_at: datetime | None = None, address: str = ""
) -> Table:
    """Start a player's try at today's deal; return its table, or that of the try that still runs.

    `looked_at` is when the player's browser first looked at the deal, and `address` is the player's
    network address; both decide whether the try is ranked.

    Raises:
        TableError: `daily_played` for a second try, `no_programs` for a program, or
            `too_many_tables`.
    """
    daily = daily_of(day=day_of(now))
    # one after another, so that nobody begins twice
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.is_program:
        raise TableError("no_programs")
    before = DailyTry.objects.select_related("match__table").filter(daily=daily, player=player)
    if (tried := before.first()) is not None:
        return _table_of_running(tried)
    require_time(player)
    table = _open_daily_table(daily, player)
    match = create_match(table=table, now=now, first_dealer=daily.first_dealer)
    digest = address_digest(address, purpose=f"daily.{daily.origin}")
    DailyTry.objects.create(
        daily=daily,
        player=player,
        match=match,
        started_at=now,
        ranked=_is_ranked(daily, player, min(now, looked_at or now), digest),
        address_digest=digest,
    )
    return table


def _table_of_running(tried: DailyTry) -> Table:
    """Return the table of a player's try at the deal of the day, if the try still runs.

    Raises:
        TableError: `daily_played` where the try is over.
    """
    if tried.match.status == MatchStatus.PLAYING and tried.match.table is not None:
        return tried.match.table
    raise TableError("daily_played")


def _open_daily_table(daily: DailyDeal, player: Player) -> Table:
    """Open a table for the deal of the day: the player at SEAT, house bots at all other seats."""
    table = Table.objects.create(
        host=player,
        ruleset=daily.ruleset,
        players=daily.players,
        turn_ms=TURN_MS,
        bank_ms=BANK_MS,
        visibility=Table.Visibility.LINK,
        watch=Table.Watch.NOBODY,
    )
    bots = (house_bot(daily.level, index) for index in range(daily.players))
    TableSeat.objects.bulk_create(
        TableSeat(table=table, seat=seat, player=player if seat == SEAT else next(bots))
        for seat in range(daily.players)
    )
    return table


def _is_ranked(daily: DailyDeal, player: Player, looked_at: datetime, digest: str) -> bool:
    """Return whether a try at the deal of the day is ranked: its player cannot have seen the deal.

    True for an account that was registered before the account and its browser first looked at the
    deal, and before anybody else began a try from the same address.
    """
    if player.kind != PlayerKind.HUMAN:
        return False
    if player.registered_at is None:
        return True
    own = DailyLook.objects.filter(daily=daily, player=player).first()
    if own is not None:
        looked_at = min(looked_at, own.looked_at)
    if looked_at < player.registered_at:
        return False
    others = DailyTry.objects.filter(daily=daily, started_at__lt=player.registered_at)
    return not (digest and others.filter(address_digest=digest).exclude(player=player).exists())


def turn_days(*, now: datetime) -> int:
    """Make the deals of the next COMMITTED_DAYS days, and publish those of past days, as of `now`.

    A new deal's commitment is stored with it, and the distribution of the results with a published
    one. Return the number of matches made public, at most
    OPENED_AT_ONCE in one call.
    """
    today = day_of(now)
    for ahead in range(COMMITTED_DAYS):
        daily_of(day=today + timedelta(days=ahead))
    past = DailyDeal.objects.select_related("ruleset").filter(revealed_at=None, day__lt=today)
    for daily in past:
        if now >= shown_at(daily.day):
            bins = tries_by_points(daily.pk, daily.ruleset.options)
            shown = DailyDeal.objects.filter(pk=daily.pk, revealed_at=None)
            shown.update(revealed_at=now, bins=bins)
            _forget_visitors(daily)
    return _show_held(now)


def _forget_visitors(daily: DailyDeal) -> None:
    """Delete the records of who looked at a past daily deal, and the address digests of its tries.

    Nobody can begin a try at the deal any more.
    """
    daily.looks.all().delete()
    daily.tries.exclude(address_digest="").update(address_digest="")


def _show_held(now: datetime) -> int:
    """Publish up to OPENED_AT_ONCE hidden matches of past daily deals; return their number."""
    held = DailyTry.objects.filter(
        daily__revealed_at__isnull=False, match__status=MatchStatus.HELD
    ).order_by("finished_at", "pk")
    ids = held.values_list("match_id", flat=True)[:OPENED_AT_ONCE]
    return sum(open_held(match_id=match, now=now) for match in list(ids))
