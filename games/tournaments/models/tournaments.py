"""Models of tournaments: series, the event, and who enters."""

from __future__ import annotations

from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.conduct.notifying import zone_named
from games.models.matches import Ruleset
from games.models.people import Player, Team
from games.models.tables import invite_token, public_id


class TournamentSeries(models.Model):
    """Tournaments that repeat, with a common ranking of the players."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    name = models.CharField(max_length=60)
    creator = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="tournament_series"
    )
    every_days = models.PositiveSmallIntegerField(
        default=0, help_text="Days until the next one is announced by itself; 0: never."
    )
    best_of = models.PositiveSmallIntegerField(
        default=0, help_text="Number of a player's best results that count; 0: all."
    )
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="Name in the tz database by whose clock it repeats; empty: that of the site.",
    )
    time_of_day = models.TimeField(
        null=True,
        blank=True,
        help_text="Of each start, in that zone; null: that of the latest one.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "series of tournaments")
        verbose_name_plural = pgettext_lazy("model", "series of tournaments")

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """Return the time zone in which the tournaments of the series are scheduled."""
        return zone_named(self.time_zone, settings.TIME_ZONE)


class Format(models.TextChoices):
    """Format of a tournament, such as Swiss or knock-out: the rule that sets its games."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    GROUPS = "groups"
    KNOCKOUT = "knockout"
    LADDER = "ladder"
    ARENA = "arena"
    DAILY = "daily"
    TEAMS = "teams"
    """A match of two teams at two tables with the same decks."""


class TournamentStatus(models.TextChoices):
    """State of a tournament, from draft to finished or cancelled."""

    DRAFT = "draft"
    OPEN = "open"
    CHECKIN = "checkin"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


LISTED: Final = (TournamentStatus.OPEN, TournamentStatus.CHECKIN, TournamentStatus.RUNNING)
"""States of a tournament that is announced and not over."""


class RoundStage(models.TextChoices):
    """The next step of a running tournament; each step can safely be repeated."""

    PAIRING = "pairing"
    """The pairs of the next round are drawn at `next_at`."""
    SEATING = "seating"
    """Games of the round are still without a table."""
    PLAYING = "playing"
    """The games are played until all are done, or the round's time is up."""
    SCORING = "scoring"
    """The games are done, and their scores are not stored yet."""
    PAUSED = "paused"
    """Nothing happens until the organiser goes on."""


class Tournament(models.Model):
    """A tournament: its settings, its state, and the times of its steps.

    `next_at` is when its next step is due, which any process can then do. Never show `seed` before
    the end: the decks follow from it.
    """

    class Visibility(models.TextChoices):
        """Visibility of the tournament: found by everybody, or only by those who have its link."""

        PUBLIC = "public"
        LINK = "link"

    class Programs(models.TextChoices):
        """Rule on whether programs (bots of third parties) may enter a tournament."""

        NONE = "none"
        WELCOME = "welcome"

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    name = models.CharField(max_length=60)
    line = models.CharField(max_length=140, blank=True, help_text="One line for the list.")
    creator = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="tournaments"
    )
    series = models.ForeignKey(
        TournamentSeries, on_delete=models.SET_NULL, null=True, related_name="tournaments"
    )
    club = models.ForeignKey(
        "games.Club",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        help_text="Club that organises it.",
    )
    club_only = models.BooleanField(
        default=False, db_default=False, help_text="Only members of its clubs enter."
    )
    format = models.CharField(max_length=11, choices=Format)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="tournaments")
    preset = models.CharField(max_length=24)
    players = models.PositiveSmallIntegerField(help_text="Seats of a table.")
    members = models.PositiveSmallIntegerField(
        default=1, help_text="Players of an entrant: 1, or a pair or three that stay together."
    )
    turn_ms = models.PositiveIntegerField(default=15_000, help_text="0: no clock.")
    bank_ms = models.PositiveIntegerField(default=60_000)
    rounds = models.PositiveSmallIntegerField(help_text="Planned number of rounds.")
    deals = models.PositiveSmallIntegerField(help_text="Deals of a game.")
    best_of = models.PositiveSmallIntegerField(default=1, help_text="Games of a knock-out tie.")
    groups = models.PositiveSmallIntegerField(default=2)
    second_bracket = models.BooleanField(default=False)
    compared = models.BooleanField(default=True, help_text="All tables of a round share decks.")
    bots = models.CharField(
        max_length=16,
        blank=True,
        help_text="Level of the bots at the other seats of a daily one or a match of teams.",
    )
    house_entrants = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="House bots that play a daily one too, to compare with."
    )
    minutes = models.PositiveSmallIntegerField(default=0, help_text="Length of an arena.")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, help_text="Of an arena or a daily one; else null.")
    checkin_minutes = models.PositiveSmallIntegerField(default=15)
    starts_when_full = models.BooleanField(default=False)
    late_entry = models.BooleanField(default=True, help_text="Until half of the rounds have begun.")
    visibility = models.CharField(max_length=6, choices=Visibility, default=Visibility.PUBLIC)
    invite = models.CharField(max_length=32, unique=True, default=invite_token)
    programs = models.CharField(max_length=7, choices=Programs, default=Programs.NONE)
    min_finished = models.PositiveSmallIntegerField(
        default=0, help_text="Percent of their matches that players must have finished; 0: any."
    )
    min_entrants = models.PositiveSmallIntegerField(default=2)
    max_entrants = models.PositiveSmallIntegerField(default=64)
    fee = models.PositiveIntegerField(default=0, help_text="Chips that each player pays to enter.")
    prizes = models.JSONField(
        default=list, help_text="Percent of the chips for each place, from the first."
    )
    clubs_apart = models.BooleanField(default=False)
    forbidden = models.JSONField(default=list, help_text="Pairs of entrant ids never paired.")
    seed = models.BinaryField(help_text="Decks and lots follow from it; secret until the end.")
    seed_commit = models.CharField(max_length=64)
    status = models.CharField(
        max_length=9, choices=TournamentStatus, default=TournamentStatus.DRAFT
    )
    stage = models.CharField(max_length=7, choices=RoundStage, default=RoundStage.PAIRING)
    round = models.PositiveSmallIntegerField(default=0, help_text="Number of the latest round.")
    next_at = models.DateTimeField(null=True, help_text="When it goes on by itself.")
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="Times in a row that its next step failed."
    )
    problem = models.CharField(max_length=200, blank=True, help_text="Why it is paused.")
    began_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    standings_hash = models.CharField(max_length=64, blank=True)
    scoring_version = models.PositiveSmallIntegerField(
        default=1,
        db_default=1,
        help_text="Version of the rules of scoring, standings and forfeits; it never changes.",
    )
    version = models.PositiveIntegerField(default=0, help_text="Rises with every change shown.")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(
        null=True, help_text="When its start or words were changed, or it was called off; or null."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "tournament")
        verbose_name_plural = pgettext_lazy("model", "tournaments")
        indexes = [
            models.Index(fields=["status", "next_at"], name="tournament_due"),
            models.Index(fields=["visibility", "status", "starts_at"], name="tournament_list"),
            models.Index(fields=["visibility", "-starts_at", "-id"], name="tournament_times"),
            models.Index(fields=["-finished_at", "-id"], name="tournament_past"),
        ]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<Tournament {self.public_id}>"

    @property
    def is_over(self) -> bool:
        """Return True if the tournament is finished or cancelled."""
        return self.status in (TournamentStatus.FINISHED, TournamentStatus.CANCELLED)


class EntrantStatus(models.TextChoices):
    """State of an entrant of a tournament."""

    INVITED = "invited"
    """A partner has not agreed yet."""
    SEEKING = "seeking"
    """A player who looks for a partner."""
    ENTERED = "entered"
    WAITING = "waiting"
    """On the waiting list of a full tournament."""
    PLAYING = "playing"
    WITHDRAWN = "withdrawn"
    """Plays no further round; what was played counts."""
    ABSENT = "absent"
    """Was not there when it was due, and plays no further round."""


ENTERED: Final = (EntrantStatus.ENTERED, EntrantStatus.PLAYING)
"""States of an entrant that has a place in the tournament."""


class TournamentEntrant(models.Model):
    """An entrant of a tournament: one player, a pair or three players together."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entrants", db_index=False
    )
    number = models.PositiveIntegerField(help_text="From 1, in the order of entering.")
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, related_name="tournament_entries"
    )
    status = models.CharField(max_length=9, choices=EntrantStatus, default=EntrantStatus.ENTERED)
    rating = models.FloatField(default=0.0, help_text="Mean rating of its players at the start.")
    squad = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Team of a match of two teams, 1 or 2; otherwise 0."
    )
    club = models.PositiveIntegerField(null=True, help_text="Of whose entrants it is kept apart.")
    first_round = models.PositiveSmallIntegerField(default=1)
    entered_at = models.DateTimeField(default=timezone.now)
    place = models.PositiveIntegerField(null=True, help_text="In the final standings.")
    score = models.FloatField(null=True, help_text="In the final standings.")
    line = models.JSONField(null=True, help_text="The line of the final standings, ties included.")

    class Meta:
        verbose_name = pgettext_lazy("model", "entrant")
        verbose_name_plural = pgettext_lazy("model", "entrants")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entrant_number_once")
        ]
        indexes = [models.Index(fields=["tournament", "place"], name="entrant_places")]

    def __str__(self) -> str:
        return f"entrant {self.number} of {self.tournament_id}"


class TournamentMember(models.Model):
    """A player's membership of an entrant; a player enters a tournament only once."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="people", db_index=False
    )
    entrant = models.ForeignKey(TournamentEntrant, on_delete=models.CASCADE, related_name="people")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tournament_entries")
    index = models.PositiveSmallIntegerField(default=0, help_text="Order within the entrant.")
    agreed = models.BooleanField(default=True, help_text="False: invited, without an answer yet.")
    checked_in_at = models.DateTimeField(null=True)
    paid = models.PositiveIntegerField(default=0, help_text="Chips paid as entry fee.")
    left_at = models.DateTimeField(null=True, help_text="Replaced by a substitute since.")

    class Meta:
        verbose_name = pgettext_lazy("model", "player of an entrant")
        verbose_name_plural = pgettext_lazy("model", "players of entrants")
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="tournament_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entrant_id}"
