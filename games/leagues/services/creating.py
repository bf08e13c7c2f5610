"""Founding of leagues by their organisers, and announcement of seasons."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.db import transaction
from django.utils import timezone

from games.common.errors import LeagueError
from games.common.house_bots import LEVELS
from games.conduct.chat_filter import has_link, is_bad
from games.engine import Ruleset, RulesetError
from games.leagues.models import League, LeagueSeason
from games.leagues.models.leagues import LeagueKind, SeasonState
from games.leagues.rules.season_dates import DEFAULT_TIME, DEFAULT_WEEKDAY, local
from games.models import Player
from games.models.people import PlayerKind
from games.services.chat import tidy
from games.services.conduct import require_no_pause
from games.services.rulesets import ruleset_row
from games.tournaments.models import Tournament
from games.tournaments.services.event_rules import event_ruleset

TABLE_SEATS: Final = 4
"""Seats of a table of a league."""
MAX_LEAGUES: Final = 3
"""Number of leagues that one player may organise."""
MAX_NAME: Final = 60
MAX_LINE: Final = 140
MIN_SEASON_LEAD: Final = timedelta(days=2)
MAX_SEASON_LEAD: Final = timedelta(days=92)
"""Least and greatest time from now to the beginning of a season."""
ENTRY_OPENS_BEFORE: Final = timedelta(days=28)
"""Time before a season in which one can enter it."""
MIN_DEALS: Final = 4
MAX_DEALS: Final = 24
MONDAY: Final = 0
DEFAULT_BOTS: Final = "expert"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueOptions:
    """Settings of a league that its organiser chooses; names ending in `_ms` are in ms."""

    name: str
    starts_on: date
    """A Monday."""
    kind: str = LeagueKind.PAIRS
    preset: str = "ludoteka"
    options: Mapping[str, Any] = field(default_factory=dict)
    line: str = ""
    bots: str = DEFAULT_BOTS
    """Level of the bots against which pairs play the decks of a match."""
    deals: int = 16
    turn_ms: int = 15_000
    bank_ms: int = 60_000
    time_zone: str = "Europe/Madrid"
    default_weekday: int = DEFAULT_WEEKDAY
    default_time: time = DEFAULT_TIME
    programs: str = Tournament.Programs.NONE
    """Whether programs (bots of third parties) may enter."""
    restarts: bool = True

    def check(self, *, now: datetime) -> Ruleset:
        """Check that the settings can be played together; return the matches' ruleset.

        Raises:
            LeagueError: `bad_name`, `bad_kind`, `bad_zone`, `bad_start`, `bad_deals`, `bad_slot`,
                `bad_clock`, `bad_bots` or `bad_rules`.
        """
        for wrong, code in self._faults():
            if wrong:
                raise LeagueError(code)
        if self.starts_on.weekday() != MONDAY or not self._begins_in_time(now):
            raise LeagueError("bad_start")
        return self._ruleset()

    def _begins_in_time(self, now: datetime) -> bool:
        """Return True if the season begins neither too soon nor too late."""
        if self.starts_on < now.date():
            return False  # the first years have no UTC in some zones
        return (
            now + MIN_SEASON_LEAD <= local(self.time_zone, self.starts_on) <= now + MAX_SEASON_LEAD
        )

    def _ruleset(self) -> Ruleset:
        """Return the ruleset of the matches' games, which two pairs play.

        Raises:
            LeagueError: `bad_rules`.
        """
        try:
            ruleset = event_ruleset(
                preset=self.preset,
                players=TABLE_SEATS,
                options={**self.options, "teams": "pairs"},
                deals=self.deals,
                compared=True,
            )
        except RulesetError as error:
            raise LeagueError("bad_rules") from error
        if [len(side) for side in ruleset.rules.sides] != [2, 2]:
            raise LeagueError("bad_rules")
        return ruleset

    def _faults(self) -> list[tuple[bool, str]]:
        """Return checks of the settings as pairs: (True if the check fails, the error's code)."""
        pairs = self.kind == LeagueKind.PAIRS
        return [
            (not is_good_text(self.name, MAX_NAME) or not tidy(self.name), "bad_name"),
            (not is_good_text(self.line, MAX_LINE), "bad_name"),
            (self.kind not in LeagueKind.values, "bad_kind"),
            (self.time_zone not in available_timezones(), "bad_zone"),
            (not MIN_DEALS <= self.deals <= MAX_DEALS, "bad_deals"),
            (not 0 <= self.default_weekday <= 6, "bad_slot"),
            (not 5_000 <= self.turn_ms <= 120_000, "bad_clock"),
            (not 0 <= self.bank_ms <= 600_000, "bad_clock"),
            (pairs and self.bots not in LEVELS, "bad_bots"),
            (self.programs not in Tournament.Programs.values, "bad_kind"),
        ]


def is_good_text(text: str, most: int) -> bool:
    """Return True if an organiser's text is short, without links, and inoffensive."""
    tidied = tidy(text)
    return len(tidied) <= most and not is_bad(tidied) and not has_link(tidied)


@transaction.atomic
def create_league(
    *, organiser: Player | None, chosen: LeagueOptions, now: datetime | None = None
) -> League:
    """Create a league and its first season; `organiser` None is the site.

    It locks the organiser.

    Raises:
        LeagueError: a code of `LeagueOptions.check`, `registered_only` for a guest, or
            `too_many_leagues`.
        PausedError: the organiser has a pause.
    """
    now = now or timezone.now()
    ruleset = chosen.check(now=now)
    if organiser is not None:
        _require_organiser(organiser)
    pairs = chosen.kind == LeagueKind.PAIRS
    same = (
        "kind", "preset", "deals", "turn_ms", "bank_ms", "time_zone", "default_weekday",
        "default_time", "programs", "restarts",
    )  # fmt: skip
    league = League.objects.create(
        organiser=organiser,
        name=tidy(chosen.name),
        line=tidy(chosen.line),
        options=dict(chosen.options),
        bots=chosen.bots if pairs else "",
        ruleset=ruleset_row(ruleset),
        **{name: getattr(chosen, name) for name in same},
    )
    announce_season(league=league, number=1, starts_on=chosen.starts_on, now=now)
    return league


def _require_organiser(player: Player) -> None:
    """Raise an error for an organiser who is a guest, bot, paused, or has many leagues."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.kind != PlayerKind.HUMAN or player.user_id is None:
        raise LeagueError("registered_only")
    require_no_pause(player=player)
    if League.objects.filter(organiser=player).count() >= MAX_LEAGUES:
        raise LeagueError("too_many_leagues")


def announce_season(*, league: League, number: int, starts_on: date, now: datetime) -> LeagueSeason:
    """Insert season `number` of a league, beginning on the Monday `starts_on`; return it.

    Entries open ENTRY_OPENS_BEFORE that.
    """
    begins = local(league.time_zone, starts_on)
    opens = begins - ENTRY_OPENS_BEFORE
    is_open = opens <= now
    return LeagueSeason.objects.create(
        league=league,
        number=number,
        state=SeasonState.OPEN if is_open else SeasonState.ANNOUNCED,
        starts_on=starts_on,
        seed=secrets.token_hex(16),
        next_at=begins if is_open else opens,
    )


def today(league: League, now: datetime) -> date:
    """Return the date at a moment in the league's time zone."""
    return now.astimezone(ZoneInfo(league.time_zone)).date()


def first_monday(now: datetime) -> date:
    """Return the default start of a new league: a Monday in two to three weeks.

    >>> first_monday(datetime(2026, 11, 24, tzinfo=UTC)).isoformat()
    '2026-12-14'
    """
    day = now.astimezone(UTC).date() + timedelta(days=14)
    return day + timedelta(days=-day.weekday() % 7)
