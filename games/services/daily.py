"""The deal of the day: made and committed to in advance, tried once by each player, shown after.

Its deck follows from a seed that is drawn days before and committed to by `brisca-fair/1`, with the
day's own id in the place of a match; all nonces are the house's, and so is the cut. A try is a match
like any other whose deck is dealt again; the house's bots decide by dice drawn from the seed, so
whoever plays the same cards meets the same replies. What was played is held back until everybody's
day is over.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

from django.db import IntegrityError, transaction
from django.db.models import F

from games.engine import Ruleset, build_ruleset
from games.models import (
    DailyDeal,
    DailyLook,
    DailyStreak,
    DailyTry,
    Match,
    Player,
    Table,
    TableSeat,
)
from games.models import Ruleset as RulesetRow
from games.models.matches import MatchStatus
from games.models.people import PlayerKind
from games.record.dealing import DealSource
from games.services.addresses import address_digest
from games.services.errors import TableError
from games.services.players import house_bot

if TYPE_CHECKING:
    from games.record.log import MatchLog

AHEAD: Final = 2
"""Days for which the deal is committed to: today and tomorrow."""
SHOWN_AFTER: Final = timedelta(hours=2)
"""After the end of a day: whoever began in its last minute is done by then."""
SEAT: Final = 0
"""Where the player sits; the house's bots have all other seats."""
TURN_MS: Final = 60_000
BANK_MS: Final = 120_000
OPENED_AT_ONCE: Final = 50
"""Matches that one call shows at most."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """What is played on a weekday."""

    preset: str
    players: int
    level: str


WEEK: Final[tuple[DayPlan, ...]] = (
    DayPlan("ludoteka", 2, "learned"),
    DayPlan("catalan", 2, "learned"),
    DayPlan("ludoteka", 4, "rules"),
    DayPlan("briscola", 2, "learned"),
    DayPlan("ludoteka", 3, "rules"),
    DayPlan("ludoteka", 2, "learned"),
    DayPlan("mariaje", 2, "rules"),
)
"""From Monday. All for two but Wednesdays, in pairs, and Fridays, for three."""


def plan_of(day: date) -> DayPlan:
    """What is played on a day."""
    return WEEK[day.weekday()]


def rules_of(plan: DayPlan) -> Ruleset:
    """The rules of a plan, for one deal in which points count."""
    changes = {
        "match.end": "fixed_deals",
        "match.unit": "points",
        "match.max_deals": 1,
        "score.hundred": 1,
        "match.tie": "draw",
    }
    return build_ruleset(plan.preset, plan.players, changes)


def day_of(now: datetime) -> date:
    """The day of the site: that of UTC."""
    return now.astimezone(UTC).date()


def shown_at(day: date) -> datetime:
    """When a day's deal is shown to all."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + SHOWN_AFTER


def bots_dice(daily: DailyDeal) -> bytes:
    """What the house's bots decide by at this deal. Secret as long as the deal is."""
    seed = bytes.fromhex(daily.fairness["server_seed"])
    return hmac.digest(seed, b"brisca-daily/bots", "sha256")


def daily_of(*, day: date) -> DailyDeal:
    """The deal of a day, made and committed to the first time it is asked for."""
    found = DailyDeal.objects.select_related("ruleset").filter(day=day).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            return _make(day)
    except IntegrityError:  # another process was quicker
        return DailyDeal.objects.select_related("ruleset").get(day=day)


def _make(day: date) -> DailyDeal:
    plan = plan_of(day)
    ruleset = rules_of(plan)
    origin = f"d{day:%Y%m%d}"
    everyone = frozenset(range(plan.players))
    source = DealSource(origin, ruleset.rules, everyone, secrets.token_bytes)
    dealer = secrets.randbelow(plan.players)
    opened = source.seal(1).open(*source.cut_for((dealer - 1) % plan.players))
    stored, _made = RulesetRow.objects.get_or_create(
        hash=ruleset.hash, defaults={"preset": plan.preset, "options": dict(ruleset.stored)}
    )
    return DailyDeal.objects.create(
        day=day,
        origin=origin,
        ruleset=stored,
        players=plan.players,
        level=plan.level,
        first_dealer=dealer,
        server_commit=opened.block["server_commit"],
        fairness=opened.block,
    )


def note_look(*, player: Player, now: datetime) -> None:
    """Keep when a player first looked at today's deal, where the ranking may depend on it.

    It does not for an account that was registered before the day began.
    """
    day = day_of(now)
    began = datetime.combine(day, time(), UTC)
    if player.kind != PlayerKind.GUEST and (
        player.registered_at is None or player.registered_at < began
    ):
        return
    daily = daily_of(day=day)
    if not DailyLook.objects.filter(daily=daily, player=player).exists():
        look = DailyLook(daily=daily, player=player, looked_at=now)
        DailyLook.objects.bulk_create([look], ignore_conflicts=True)


@transaction.atomic
def start_try(
    *, player: Player, now: datetime, looked_at: datetime | None = None, address: str = ""
) -> Table:
    """Seat a player at today's deal; at the same table again where their try still runs.

    `looked_at` is when the player's browser first looked at the deal, `address` where the player
    comes from; both decide whether the try is ranked.

    Raises TableError: `daily_played` for a second try, `no_programs` for a program, and
    `too_many_tables`.
    """
    from games.services.matches import create_match
    from games.services.seating import require_time

    daily = daily_of(day=day_of(now))
    # one after another, so that nobody begins twice
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.is_program:
        raise TableError("no_programs")
    before = DailyTry.objects.select_related("match__table").filter(daily=daily, player=player)
    if (tried := before.first()) is not None:
        if tried.match.status == MatchStatus.PLAYING and tried.match.table is not None:
            return tried.match.table
        raise TableError("daily_played")
    require_time(player)
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


def _is_ranked(daily: DailyDeal, player: Player, looked_at: datetime, digest: str) -> bool:
    """Return whether a try is ranked: its player cannot have seen the deal as somebody else.

    True for an account that was registered before it, and its browser, first looked at the deal,
    and before anybody else began a try from the same address.
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


def finish_try(*, match: Match, log: MatchLog, finished_at: datetime) -> bool:
    """Keep what a match made of a deal of the day, where it is a try at one.

    Whether it has to be held back; what ends after the deal was shown counts no more.
    """
    tried = DailyTry.objects.select_related("daily").filter(match=match).first()
    if tried is None or tried.daily.revealed_at is not None:
        return False
    state = log.state
    side = state.rules.side_of[SEAT]
    tricks = state.deal.tricks if state.deal is not None else ()
    tried.points = state.score[side]
    tried.tricks = sum(
        trick.winner is not None and state.rules.side_of[trick.winner] == side for trick in tricks
    )
    tried.finished_at = finished_at
    tried.save(update_fields=["points", "tricks", "finished_at"])
    DailyDeal.objects.filter(pk=tried.daily_id).update(
        tried=F("tried") + 1, ranked=F("ranked") + int(tried.ranked)
    )
    _go_on(tried.player_id, tried.daily.day)
    return True


def _go_on(player: int, day: date) -> None:
    """Count a day of a player's, one more in a row where they played the day before."""
    streak, _made = DailyStreak.objects.select_for_update().get_or_create(player_id=player)
    streak.current = streak.current + 1 if streak.last_day == day - timedelta(days=1) else 1
    streak.longest = max(streak.longest, streak.current)
    streak.played += 1
    streak.last_day = day
    streak.save()


def turn_days(*, now: datetime) -> int:
    """Commit to the days to come, and show what is over; gives how many matches were shown."""
    today = day_of(now)
    for ahead in range(AHEAD):
        daily_of(day=today + timedelta(days=ahead))
    for daily in DailyDeal.objects.filter(revealed_at=None, day__lt=today):
        if now >= shown_at(daily.day):
            DailyDeal.objects.filter(pk=daily.pk, revealed_at=None).update(revealed_at=now)
            _forget_visitors(daily)
    return _open(now)


def _forget_visitors(daily: DailyDeal) -> None:
    """Delete who looked at a deal when and from where: nobody can begin a try at it any more."""
    daily.looks.all().delete()
    daily.tries.exclude(address_digest="").update(address_digest="")


def _open(now: datetime) -> int:
    """Show the matches of days that are shown, the earliest first."""
    from games.services.matches import open_held

    held = DailyTry.objects.filter(
        daily__revealed_at__isnull=False, match__status=MatchStatus.HELD
    ).order_by("finished_at", "pk")
    ids = held.values_list("match_id", flat=True)[:OPENED_AT_ONCE]
    return sum(open_held(match_id=match, now=now) for match in list(ids))
