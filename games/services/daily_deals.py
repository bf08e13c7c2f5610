"""The deals of the day: the rules of each weekday, and decks made and committed to in advance.

A deck follows from a seed that is drawn days before and committed to by `brisca-fair/1`, with the
day's own id in the place of a match; all nonces are the house's, and so is the cut. A try is a
match like any other with the same deck. The house's bots decide by random numbers drawn from the
seed, so that the same plays meet the same replies. The matches are held back until the day is over
for everybody.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db import IntegrityError, transaction

from games.engine import Ruleset, build_ruleset
from games.models import (
    DailyDeal,
    DailyLook,
    Player,
)
from games.models.people import PlayerKind
from games.record.dealing import DealSource
from games.services.rulesets import ruleset_row

SHOWN_AFTER: Final = timedelta(hours=2)
"""Time between the end of a day and the publication of its deal, for tries begun late."""
SEAT: Final = 0
"""Seat of the player; house bots have all other seats."""


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The game played as deal of the day on one weekday: preset, number of players, bots' level."""

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
"""Plans from Monday to Sunday: for two players, but for four on Wednesday and three on Friday."""


def plan_of(day: date) -> DayPlan:
    """Return the game (preset, players, bots' level) of a date's deal of the day, by weekday."""
    return WEEK[day.weekday()]


def rules_of(plan: DayPlan) -> Ruleset:
    """Return the ruleset for a deal of the day of this plan: one deal, won by card points."""
    changes = {
        "match.end": "fixed_deals",
        "match.unit": "points",
        "match.max_deals": 1,
        "score.hundred": 1,
        "match.tie": "draw",
    }
    return build_ruleset(plan.preset, plan.players, changes)


def day_of(now: datetime) -> date:
    """Return the date (UTC) of the daily deal that belongs to a point in time."""
    return now.astimezone(UTC).date()


def shown_at(day: date) -> datetime:
    """Return the time at which a day's deal and its results are published."""
    return datetime.combine(day + timedelta(days=1), time(), UTC) + SHOWN_AFTER


def bots_dice(daily: DailyDeal) -> bytes:
    """Return the random seed of the bots at a deal of the day, to be kept as secret as the deal."""
    seed = bytes.fromhex(daily.fairness["server_seed"])
    return hmac.digest(seed, b"brisca-daily/bots", "sha256")


def daily_of(*, day: date) -> DailyDeal:
    """Return the row of a date's deal of the day; make and commit to the deal if it is missing."""
    stored = DailyDeal.objects.select_related("ruleset").filter(day=day).first()
    if stored is not None:
        return stored
    try:
        with transaction.atomic():
            return _make(day)
    except IntegrityError:  # another process was quicker
        return DailyDeal.objects.select_related("ruleset").get(day=day)


def _make(day: date) -> DailyDeal:
    """Make a date's deal of the day and insert its row; IntegrityError if the date has one."""
    plan = plan_of(day)
    ruleset = rules_of(plan)
    origin = f"d{day:%Y%m%d}"
    everyone = frozenset(range(plan.players))
    source = DealSource(origin, ruleset.rules, everyone, secrets.token_bytes)
    dealer = secrets.randbelow(plan.players)
    opened = source.seal(1).open(*source.cut_for((dealer - 1) % plan.players))
    return DailyDeal.objects.create(
        day=day,
        origin=origin,
        ruleset=ruleset_row(ruleset),
        players=plan.players,
        level=plan.level,
        first_dealer=dealer,
        server_commit=opened.block["server_commit"],
        fairness=opened.block,
    )


def note_look(*, player: Player, now: datetime) -> None:
    """Store when a player first looked at today's deal, which decides whether a try is ranked.

    Nothing is stored for accounts that were registered before the day began.
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
