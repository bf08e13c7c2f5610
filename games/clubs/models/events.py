"""Models of what clubs play: results and figures of their seasons, and challenges."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.clubs.models.clubs import Club
from games.models.matches import Match
from games.models.people import Player
from games.models.tables import public_id
from games.tournaments.models.tournaments import Tournament


class ClubResult(models.Model):
    """A member's result of one match that counts for the club's ranking, with ranking points."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="club_results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_results")
    opponents = models.CharField(max_length=80, help_text="Row ids of members, rising, by '-'.")
    won = models.BooleanField(null=True, help_text="null: a draw.")
    day = models.DateField()
    points = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = pgettext_lazy("model", "result in a club")
        verbose_name_plural = pgettext_lazy("model", "results in clubs")
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="club_result_once")]
        indexes = [
            models.Index(fields=["club", "player", "day", "opponents"], name="club_result_day")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.match_id}"


class ClubFigures(models.Model):
    """A member's totals in one season of a club: matches, matches won, and points for the ranking.

    They are sums of ClubResult; `rebuild_stats` computes them anew.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="figures", db_index=False)
    season = models.PositiveIntegerField(help_text="Of games.clubs.rules.seasons.season_of.")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_figures")
    matches = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    points = models.PositiveIntegerField(default=0)
    listed = models.BooleanField(default=True, help_text="False: is no member now.")

    class Meta:
        verbose_name = pgettext_lazy("model", "figures in a club")
        verbose_name_plural = pgettext_lazy("model", "figures in clubs")
        constraints = [
            models.UniqueConstraint(fields=["club", "season", "player"], name="club_figures_once")
        ]
        indexes = [
            models.Index(
                fields=["club", "season", "-points", "-won", "-id"],
                name="club_figures_ranked",
                condition=Q(listed=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.club_id}, season {self.season}"


class ChallengeKind(models.TextChoices):
    """Kind of a match of two clubs: between the best players, or the best pairs, of each."""

    PLAYERS = "players"
    """The points of the best four players of each."""
    PAIRS = "pairs"
    """The points of the best three pairs of each."""


class ChallengeState(models.TextChoices):
    """State of a club's challenge to another club."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"


class ClubChallenge(models.Model):
    """A challenge of one club to another, and the tournament by which they play it."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="challenges")
    rival = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="challenges_received")
    proposer = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="club_challenges"
    )
    kind = models.CharField(max_length=7, choices=ChallengeKind)
    starts_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=ChallengeState, default=ChallengeState.PROPOSED)
    tournament = models.OneToOneField(
        Tournament, on_delete=models.SET_NULL, null=True, related_name="club_challenge"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "challenge of clubs")
        verbose_name_plural = pgettext_lazy("model", "challenges of clubs")
        constraints = [
            models.CheckConstraint(
                condition=~Q(club=models.F("rival")), name="club_challenge_of_two"
            )
        ]

    def __str__(self) -> str:
        return f"{self.club_id} to {self.rival_id}"
