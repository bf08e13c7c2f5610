"""Models of leagues: the league, its seasons and divisions, and who enters them."""

from __future__ import annotations

from datetime import time
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.leagues.rules.season_dates import DEFAULT_TIME, DEFAULT_WEEKDAY
from games.models.matches import Ruleset
from games.models.people import Player, Team
from games.models.tables import public_id
from games.tournaments.models.tournaments import Tournament


class LeagueKind(models.TextChoices):
    """Kind of a league: pairs or teams of four."""

    PAIRS = "pairs"
    """A founded pair; each pair of a match plays the same decks against bots of one level."""
    FOURS = "fours"
    """Two founded pairs; the pairs of two teams meet at two tables, with the same decks."""


class League(models.Model):
    """A league of pairs or teams of four: settings common to all its seasons."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    name = models.CharField(max_length=60)
    line = models.CharField(max_length=140, blank=True, help_text="One line for the list.")
    organiser = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="leagues"
    )
    officers = models.ManyToManyField(
        Player, related_name="leagues_helped", help_text="Help the organiser with results."
    )
    kind = models.CharField(max_length=5, choices=LeagueKind, default=LeagueKind.PAIRS)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="leagues")
    preset = models.CharField(max_length=24)
    options = models.JSONField(default=dict, help_text="Options that differ from the preset's.")
    bots = models.CharField(
        max_length=16, blank=True, help_text="Level of the bots in a league of pairs."
    )
    deals = models.PositiveSmallIntegerField(default=16, help_text="Decks of a match.")
    turn_ms = models.PositiveIntegerField(default=15_000)
    bank_ms = models.PositiveIntegerField(default=60_000)
    time_zone = models.CharField(max_length=40)
    default_weekday = models.PositiveSmallIntegerField(
        default=DEFAULT_WEEKDAY, help_text="Day of a match if nobody agrees, from 0 for Monday."
    )
    default_time: models.TimeField[time, time] = models.TimeField(default=DEFAULT_TIME)
    programs = models.CharField(
        max_length=7, choices=Tournament.Programs, default=Tournament.Programs.NONE
    )
    restarts = models.BooleanField(default=True, help_text="A season follows another by itself.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "league")
        verbose_name_plural = pgettext_lazy("model", "leagues")

    def __str__(self) -> str:
        return self.name


class SeasonState(models.TextChoices):
    """State of a season, from its announcement to its end."""

    ANNOUNCED = "announced"
    """The season has a date, and entries are not open yet."""
    OPEN = "open"
    RUNNING = "running"
    PLAYOFFS = "playoffs"
    FINISHED = "finished"
    CANCELLED = "cancelled"


COMING_STATES: Final = (SeasonState.ANNOUNCED, SeasonState.OPEN)
RUNNING_STATES: Final = (SeasonState.RUNNING, SeasonState.PLAYOFFS)


class LeagueSeason(models.Model):
    """A season of a league: its number, state and times.

    `next_at` is when its next step is due, which any process can then do.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    state = models.CharField(max_length=9, choices=SeasonState, default=SeasonState.OPEN)
    starts_on = models.DateField(help_text="A Monday, in the league's time zone.")
    seed = models.CharField(
        max_length=64, help_text="Public; all lots of the season follow from it."
    )
    next_at = models.DateTimeField(null=True, help_text="When it goes on by itself.")
    failures = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=24, blank=True, help_text="Why it was called off.")
    began_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    version = models.PositiveIntegerField(default=0, help_text="Rises with every change shown.")

    class Meta:
        verbose_name = pgettext_lazy("model", "season of a league")
        verbose_name_plural = pgettext_lazy("model", "seasons of leagues")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number_once")
        ]
        indexes = [models.Index(fields=["state", "next_at"], name="season_due")]

    def __str__(self) -> str:
        return f"season {self.number} of {self.league_id}"


class LeagueDivision(models.Model):
    """A division of a season; level 1 is the strongest."""

    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, related_name="divisions", db_index=False
    )
    level = models.PositiveSmallIntegerField(help_text="From 1, the strongest.")

    class Meta:
        verbose_name = pgettext_lazy("model", "division")
        verbose_name_plural = pgettext_lazy("model", "divisions")
        ordering = ["level"]
        constraints = [
            models.UniqueConstraint(fields=["season", "level"], name="division_level_once")
        ]

    def __str__(self) -> str:
        return f"division {self.level} of {self.season_id}"


class LeagueEntrantStatus(models.TextChoices):
    """State of an entrant of a season."""

    INVITED = "invited"
    """Not all its players have agreed yet."""
    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    """Plays no more; what counts of its results follows from the rules."""


class LeagueEntrant(models.Model):
    """A pair, or a team of four, that is entered in one season of a league."""

    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, related_name="entrants", db_index=False
    )
    number = models.PositiveSmallIntegerField(help_text="From 1, in the order of entering.")
    division = models.ForeignKey(
        LeagueDivision, on_delete=models.SET_NULL, null=True, related_name="entrants"
    )
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, related_name="league_entries"
    )
    second_team = models.ForeignKey(
        Team,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The other pair of a team of four.",
    )
    status = models.CharField(
        max_length=9, choices=LeagueEntrantStatus, default=LeagueEntrantStatus.INVITED
    )
    before = models.OneToOneField(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="after",
        help_text="The same entrant in the season before.",
    )
    mu = models.FloatField(default=0.0, help_text="Mean rating of its players at the start.")
    place = models.PositiveSmallIntegerField(null=True, help_text="In the final table.")
    movement = models.CharField(
        max_length=13,
        blank=True,
        help_text="After the season: games.leagues.rules.movements.Movement.",
    )
    entered_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, help_text="When it withdrew.")

    class Meta:
        verbose_name = pgettext_lazy("model", "entrant of a league")
        verbose_name_plural = pgettext_lazy("model", "entrants of leagues")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="league_entrant_once")
        ]

    def __str__(self) -> str:
        return f"entrant {self.number} of {self.season_id}"


class LeagueMember(models.Model):
    """A player or substitute of a league's entrant; a player has one entrant in a season."""

    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, related_name="people", db_index=False
    )
    entrant = models.ForeignKey(LeagueEntrant, on_delete=models.CASCADE, related_name="people")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="league_entries")
    index = models.PositiveSmallIntegerField(
        default=0, help_text="Order within the entrant; 0 and 1 are its first pair."
    )
    substitute = models.BooleanField(default=False, help_text="Plays only for who is absent.")
    agreed = models.BooleanField(default=True, help_text="False: asked, without an answer yet.")

    class Meta:
        verbose_name = pgettext_lazy("model", "player of a league")
        verbose_name_plural = pgettext_lazy("model", "players of leagues")
        ordering = ["index", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="league_player_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entrant_id}"
