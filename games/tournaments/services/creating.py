"""Tournaments as their organisers create, change, announce and call them off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.common.errors import TournamentError
from games.common.house_bots import LEVELS
from games.conduct.notifying import is_zone
from games.engine import Ruleset
from games.models import Player
from games.models.people import PlayerKind
from games.models.tables import public_id
from games.services.chat import tidy
from games.services.conduct import require_no_pause
from games.services.rulesets import ruleset_row
from games.tournaments.models import Tournament, TournamentSeries
from games.tournaments.models.tournaments import EntrantStatus, Format, TournamentStatus
from games.tournaments.rules.event import SCORING_VERSION
from games.tournaments.rules.team_match import SQUADS
from games.tournaments.services import escrow
from games.tournaments.services.decks import new_seed, seed_commit
from games.tournaments.services.event_rules import event_ruleset
from games.tournaments.services.notifications import notify_entrants
from games.tournaments.services.playing import end_running_games

MAX_OPEN: Final = 5
"""Number of announced tournaments that one organiser may have at a time."""
MAX_AHEAD: Final = timedelta(days=92)
"""Time ahead for which a tournament may be announced."""
LATE_START: Final = timedelta(minutes=5)
"""Age of a start that is still taken: forms say it in minutes, and filling one takes some."""
MAX_ENTRANTS: Final = 1000
MAX_DEALS: Final = 24
MAX_ROUNDS: Final = 30
MAX_HOUSE: Final = 20
"""Most house bots that take part in a daily event."""
MAX_FEE: Final = 1000
"""Highest entry fee, in chips."""
MINUTES: Final = (10, 180)
"""Shortest and longest arena, in minutes."""
DEFAULT_PRIZES: Final = (50, 30, 20)
"""Percent of the fees for the first three places."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentOptions:
    """Settings of a tournament that its organiser chooses; names ending in `_ms` are in ms."""

    name: str
    format: str
    preset: str
    players: int
    starts_at: datetime
    members: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the ruleset that differ from the preset's."""
    line: str = ""
    rounds: int = 5
    deals: int = 4
    best_of: int = 1
    groups: int = 2
    second_bracket: bool = False
    compared: bool = True
    bots: str = ""
    """Level of the house bots at the other seats of a daily event, or of a match of teams of which
    each plays once against them."""
    house_entrants: int = 0
    """Number of house bots that play a daily event too, so that there is somebody to compare with."""
    minutes: int = 0
    turn_ms: int = 15_000
    bank_ms: int = 60_000
    checkin_minutes: int = 15
    starts_when_full: bool = False
    late_entry: bool = True
    visibility: str = Tournament.Visibility.PUBLIC
    programs: str = Tournament.Programs.NONE
    min_finished: int = 0
    min_entrants: int = 2
    max_entrants: int = 64
    fee: int = 0
    prizes: Sequence[int] = DEFAULT_PRIZES
    clubs_apart: bool = False
    every_days: int = 0
    """Days after which the next one of a series is announced; 0: there is no series."""
    time_zone: str = ""
    """Name of the time zone by whose clock a series repeats; "" is the site's."""

    @property
    def ruleset(self) -> Ruleset:
        """Return the rules of the tournament's games.

        Raises:
            RulesetError: they cannot be played.
        """
        return event_ruleset(
            preset=self.preset,
            players=self.players,
            options=self.options,
            deals=self.deals,
            compared=self.compared or self.format == Format.TEAMS,
        )

    def check(self, *, now: datetime) -> Ruleset:
        """Check that the settings can be played together; return the rules of the games.

        Raises:
            RulesetError: the rules cannot be played.
            TournamentError: `bad_name`, `bad_start`, `bad_rounds`, `bad_deals`, `bad_entrants`,
                `bad_fee`, `bad_prizes`, `bad_minutes`, `bad_best_of`, `bad_groups`, `bad_zone` or
                `bad_members`.
        """
        for wrong, code in self._faults(now):
            if wrong:
                raise TournamentError(code)
        ruleset = self.ruleset
        if not _members_fit(self, ruleset):
            raise TournamentError("bad_members")
        return ruleset

    def _faults(self, now: datetime) -> list[tuple[bool, str]]:
        """Return checks of the settings as pairs: (True if the check fails, the error's code)."""
        arena, daily = self.format == Format.ARENA, self.format == Format.DAILY
        teams = self.format == Format.TEAMS
        return [
            (self.format not in Format.values, "bad_format"),
            (not tidy(self.name), "bad_name"),
            (not now - LATE_START <= self.starts_at <= now + MAX_AHEAD, "bad_start"),
            (not 1 <= self.rounds <= MAX_ROUNDS, "bad_rounds"),
            (not 1 <= self.deals <= MAX_DEALS, "bad_deals"),
            (not 2 <= self.min_entrants <= self.max_entrants <= MAX_ENTRANTS, "bad_entrants"),
            (not 0 <= self.fee <= MAX_FEE, "bad_fee"),
            (not _are_prizes(self.prizes), "bad_prizes"),
            (arena and not MINUTES[0] <= self.minutes <= MINUTES[1], "bad_minutes"),
            (daily != (self.bots in LEVELS) and not teams, "bad_members"),
            (teams and self.bots not in ("", *LEVELS), "bad_members"),
            (not 0 <= self.house_entrants <= MAX_HOUSE * daily, "bad_entrants"),
            (daily and self.fee > 0 and self.house_entrants > 0, "bad_fee"),
            (self.best_of % 2 == 0 or not 1 <= self.best_of <= 9, "bad_best_of"),
            (not 2 <= self.groups <= 8, "bad_groups"),
            (not 0 <= self.min_finished <= 100, "bad_entrants"),
            (self.time_zone != "" and not is_zone(self.time_zone), "bad_zone"),
        ]


def _are_prizes(prizes: Sequence[int]) -> bool:
    """Return True if the prizes are percents of the fees by place: falling, 100 in total."""
    return (
        0 < len(prizes) <= 16
        and sum(prizes) == 100
        and list(prizes) == sorted(prizes, reverse=True)
        and prizes[-1] > 0
    )


def _members_fit(chosen: TournamentOptions, ruleset: Ruleset) -> bool:
    """Return True if entrants of `members` players can fill the sides of a table in this format."""
    sides = ruleset.rules.sides
    sizes = {len(side) for side in sides}
    if chosen.format == Format.DAILY:
        return chosen.members == 1
    if chosen.format == Format.LADDER:
        return sizes == {chosen.members} and len(sides) >= 3
    if len(sides) != 2:
        return False
    if sizes == {chosen.members}:
        return True
    # players who change partners from round to round
    return chosen.format == Format.SWISS and chosen.members == 1 and sizes == {2}


@transaction.atomic
def create_tournament(
    *,
    creator: Player | None,
    chosen: TournamentOptions,
    publish: bool = True,
    now: datetime | None = None,
) -> Tournament:
    """Create a tournament, as a draft or announced at once; creator None is the site itself.

    Raises:
        RulesetError: the rules cannot be played.
        TournamentError: a code of `TournamentOptions.check`, `registered_only` for a guest, or
            `too_many_tournaments`.
        PausedError: the organiser has a pause and the tournament is public.
    """
    now = now or timezone.now()
    ruleset = chosen.check(now=now)
    if creator is not None:
        _require_organiser(creator, chosen)
    identity, seed = public_id(), new_seed()
    tournament = Tournament.objects.create(
        public_id=identity,
        creator=creator,
        series=_series(creator, chosen),
        seed=seed,
        seed_commit=seed_commit(identity, seed),
        scoring_version=SCORING_VERSION,
        **_fields(chosen, ruleset),
    )
    if publish:
        announce(tournament=tournament, now=now)
    return tournament


def _require_organiser(creator: Player, chosen: TournamentOptions) -> None:
    """Refuse an organiser who is a guest, has a pause, or has announced many tournaments."""
    creator = Player.objects.select_for_update().get(pk=creator.pk)
    if creator.kind == PlayerKind.GUEST:
        raise TournamentError("registered_only")
    if chosen.visibility == Tournament.Visibility.PUBLIC:
        require_no_pause(player=creator)
    ended = (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)
    if Tournament.objects.filter(creator=creator).exclude(status__in=ended).count() >= MAX_OPEN:
        raise TournamentError("too_many_tournaments")


def _series(creator: Player | None, chosen: TournamentOptions) -> TournamentSeries | None:
    """Create the series of a tournament that repeats, and return it."""
    if not chosen.every_days:
        return None
    series = TournamentSeries(
        name=tidy(chosen.name),
        creator=creator,
        every_days=chosen.every_days,
        time_zone=chosen.time_zone,
    )
    series.time_of_day = chosen.starts_at.astimezone(series.zone).time()
    series.save()
    return series


def _fields(chosen: TournamentOptions, ruleset: Ruleset) -> dict[str, Any]:
    """Return the database fields of a tournament that follow from its organiser's settings."""
    arena = chosen.format == Format.ARENA
    daily, teams = chosen.format == Format.DAILY, chosen.format == Format.TEAMS
    length = timedelta(minutes=chosen.minutes) if arena else timedelta(days=1)
    same = (
        "format", "preset", "players", "members", "bank_ms", "rounds", "deals", "best_of",
        "groups", "second_bracket", "bots", "house_entrants", "minutes", "starts_at", "checkin_minutes", "starts_when_full",
        "late_entry", "visibility", "programs", "min_finished", "min_entrants", "max_entrants", "fee",
        "clubs_apart",
    )  # fmt: skip
    return {
        **{name: getattr(chosen, name) for name in same},
        "name": tidy(chosen.name),
        "line": tidy(chosen.line),
        "prizes": list(chosen.prizes),
        "compared": daily or teams or (chosen.compared and not arena),
        "turn_ms": 0 if daily else chosen.turn_ms,
        "ruleset": ruleset_row(ruleset),
        "ends_at": chosen.starts_at + length if arena or daily else None,
        "rounds": 1 if daily or teams else chosen.rounds,
        **(_of_two_teams(chosen) if teams else {}),
    }


def _of_two_teams(chosen: TournamentOptions) -> dict[str, Any]:
    """Return the database fields of a match of two teams, which needs all its entrants."""
    entrants = squad_size(chosen.bots) * len(SQUADS)
    return {
        "min_entrants": entrants,
        "max_entrants": entrants,
        "late_entry": False,
        "prizes": [100],
    }


def squad_size(bots: str) -> int:
    """Return the number of entrants in a team of a match of two teams: one per table (two).

    Where `bots` play the other seats, a team has one entrant.
    """
    return 1 if bots else 2


@transaction.atomic
def edit_tournament(
    *, tournament: Tournament, chosen: TournamentOptions, now: datetime | None = None
) -> Tournament:
    """Change a tournament's settings; once it has entrants, only its time and texts.

    Raises:
        RulesetError: the rules cannot be played.
        TournamentError: a code of `TournamentOptions.check`; `too_late` once it has begun.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    if tournament.status not in (TournamentStatus.DRAFT, TournamentStatus.OPEN):
        raise TournamentError("too_late")
    fields = _fields(chosen, chosen.check(now=now))
    series = tournament.series
    if series is not None and chosen.starts_at != tournament.starts_at:
        series.time_zone = chosen.time_zone or series.time_zone
        series.time_of_day = chosen.starts_at.astimezone(series.zone).time()
        series.save(update_fields=["time_zone", "time_of_day"])
    if tournament.entrants.exists():
        fields = {name: fields[name] for name in ("name", "line", "starts_at", "ends_at")}
    is_moved = chosen.starts_at != tournament.starts_at
    for name, value in fields.items():
        setattr(tournament, name, value)
    if tournament.status == TournamentStatus.OPEN:
        tournament.next_at = checkin_at(tournament)
    tournament.changed_at = now
    tournament.version += 1
    tournament.save()
    if is_moved:
        notify_entrants(tournament=tournament, text="event_moved", now=now)
    return tournament


def lock_tournament(tournament: Tournament) -> Tournament:
    """Lock a tournament until the transaction ends, and return its current row.

    Raises:
        TournamentError: `no_such_tournament`.
    """
    row = (
        Tournament.objects.select_for_update(of=("self",))
        .select_related("ruleset")
        .filter(pk=tournament.pk)
        .first()
    )
    if row is None:
        raise TournamentError("no_such_tournament")
    return row


def checkin_at(tournament: Tournament) -> datetime:
    """Return the start of a tournament's check-in; formats without one return its own start."""
    if tournament.format in (Format.ARENA, Format.DAILY):
        return tournament.starts_at
    return tournament.starts_at - timedelta(minutes=tournament.checkin_minutes)


@transaction.atomic
def announce(*, tournament: Tournament, now: datetime | None = None) -> None:
    """Announce a draft, so that people can enter.

    Raises:
        TournamentError: `too_late` where it is no draft any more, or its time is over.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    if tournament.status != TournamentStatus.DRAFT:
        raise TournamentError("too_late")
    if tournament.starts_at < now - LATE_START:
        raise TournamentError("bad_start")
    tournament.status = TournamentStatus.OPEN
    tournament.next_at = checkin_at(tournament)
    tournament.version += 1
    tournament.save(update_fields=["status", "next_at", "version"])


@transaction.atomic
def cancel_tournament(
    *, tournament: Tournament, now: datetime | None = None, problem: str = ""
) -> None:
    """Call off a tournament that is not over, and return its fees; `problem` is the reason.

    Games that run are ended, and count for nothing.
    """
    now = now or timezone.now()
    tournament = lock_tournament(tournament)
    if tournament.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED):
        return
    end_running_games(tournament=tournament, now=now)
    escrow.refund_all(tournament=tournament, now=now)
    tournament.entrants.filter(status=EntrantStatus.PLAYING).update(status=EntrantStatus.ENTERED)
    tournament.status = TournamentStatus.CANCELLED
    tournament.problem = problem
    tournament.next_at = None
    tournament.finished_at = tournament.changed_at = now
    tournament.version += 1
    tournament.save()
    notify_entrants(tournament=tournament, text="event_cancelled", now=now)
