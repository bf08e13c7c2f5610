"""Models of the matches of leagues: fixtures, times, who is there, and the organisers' corrections."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.leagues.models.leagues import League, LeagueDivision, LeagueEntrant, LeagueSeason
from games.models.people import Player
from games.tournaments.models.tournaments import Tournament


class FixtureState(models.TextChoices):
    """State of a league match, from open to decided."""

    OPEN = "open"
    """No time is agreed."""
    AGREED = "agreed"
    """The match has a time, agreed or by default."""
    PLAYING = "playing"
    DONE = "done"


class FixtureResult(models.TextChoices):
    """The way in which a league match was decided: played, walkover, ..."""

    NONE = ""
    PLAYED = "played"
    WALKOVER = "walkover"
    """One side, or both, did not come."""
    ANNULLED = "annulled"
    """The match counts for nobody."""
    SET = "set"
    """An organiser has decided it."""


class LeagueFixture(models.Model):
    """A match of two entrants in a round of a season, or a play-off between two divisions."""

    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, related_name="fixtures", db_index=False
    )
    division = models.ForeignKey(LeagueDivision, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField(help_text="From 1; PLAY_OFFS for a play-off.")
    home = models.ForeignKey(LeagueEntrant, on_delete=models.CASCADE, related_name="home_fixtures")
    away = models.ForeignKey(LeagueEntrant, on_delete=models.CASCADE, related_name="away_fixtures")
    opens_at = models.DateTimeField()
    closes_at = models.DateTimeField(help_text="End of the last week in which it can be played.")
    state = models.CharField(max_length=7, choices=FixtureState, default=FixtureState.OPEN)
    agreed_at = models.DateTimeField(null=True, help_text="When it is played.")
    by_default = models.BooleanField(default=False, help_text="That time was agreed by nobody.")
    reminded = models.PositiveSmallIntegerField(
        default=0, help_text="Reminders of that time that were sent."
    )
    tournament = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, null=True, related_name="league_fixture"
    )
    result = models.CharField(max_length=8, choices=FixtureResult, blank=True)
    home_vp = models.FloatField(null=True, help_text="Victory points, of 20 in all.")
    away_vp = models.FloatField(null=True)
    home_missed = models.BooleanField(default=False)
    away_missed = models.BooleanField(default=False)
    decided_at = models.DateTimeField(null=True)
    next_at = models.DateTimeField(null=True, help_text="When it goes on by itself.")
    failures = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("model", "match of a league")
        verbose_name_plural = pgettext_lazy("model", "matches of leagues")
        ordering = ["round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "round", "home"], name="fixture_home_once"),
            models.UniqueConstraint(fields=["season", "round", "away"], name="fixture_away_once"),
        ]
        indexes = [models.Index(fields=["state", "next_at"], name="fixture_due")]

    def __str__(self) -> str:
        return f"{self.home_id} against {self.away_id} in round {self.round}"


class TimeProposal(models.Model):
    """A time that one side of a league match proposes to the other, with the other's answer."""

    class State(models.TextChoices):
        """State of a proposed time: open, accepted, refused, ..."""

        OPEN = "open"
        ACCEPTED = "accepted"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        """Taken back, or overtaken by another time."""

    fixture = models.ForeignKey(LeagueFixture, on_delete=models.CASCADE, related_name="proposals")
    entrant = models.ForeignKey(LeagueEntrant, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(help_text="The time proposed.")
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "time proposed for a match")
        verbose_name_plural = pgettext_lazy("model", "times proposed for matches")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "entrant", "at"],
                condition=models.Q(state="open"),
                name="time_proposed_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.at} for {self.fixture_id}"


class FixturePresence(models.Model):
    """A player's latest check-in to a league match, with its time."""

    fixture = models.ForeignKey(
        LeagueFixture, on_delete=models.CASCADE, related_name="present", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "presence at a match of a league")
        verbose_name_plural = pgettext_lazy("model", "presences at matches of leagues")
        constraints = [
            models.UniqueConstraint(fields=["fixture", "player"], name="fixture_present_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.fixture_id}"


class FixtureSubstitute(models.Model):
    """A substitute who plays one league match for an absent player."""

    fixture = models.ForeignKey(
        LeagueFixture, on_delete=models.CASCADE, related_name="substitutes", db_index=False
    )
    entrant = models.ForeignKey(LeagueEntrant, on_delete=models.CASCADE, related_name="+")
    absent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("model", "substitute in a match of a league")
        verbose_name_plural = pgettext_lazy("model", "substitutes in matches of leagues")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "absent"], name="fixture_absent_once"),
            models.UniqueConstraint(fields=["fixture", "player"], name="fixture_substitute_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.absent_id} in {self.fixture_id}"


class LeagueAction(models.Model):
    """A logged action in a league, shown with its reason; rows are never changed."""

    class Kind(models.TextChoices):
        """Kind of a logged action in a league."""

        AGREED = "agreed"
        DEFAULT = "default"
        CLAIMED = "claimed"
        MISSED = "missed"
        SUBSTITUTE = "substitute"
        PLAYED = "played"
        REPLAY = "replay"
        WITHDRAWN = "withdrawn"
        SET = "set"
        ANNULLED = "annulled"
        REMOVED = "removed"
        OFFICER = "officer"
        EDITED = "edited"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="actions")
    season = models.ForeignKey(
        LeagueSeason, on_delete=models.CASCADE, null=True, related_name="actions"
    )
    fixture = models.ForeignKey(
        LeagueFixture, on_delete=models.CASCADE, null=True, related_name="actions"
    )
    entrant = models.ForeignKey(
        LeagueEntrant, on_delete=models.CASCADE, null=True, related_name="actions"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    actor = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="league_actions"
    )
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "step in a league")
        verbose_name_plural = pgettext_lazy("model", "steps in leagues")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} in {self.league_id}"
