"""Models of the ratings of players and teams, and of a rating's history."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player, Team


class Strength(models.Model):
    """Abstract base: a rating in one pool (kind of match), by openskill's Plackett-Luce model."""

    pool = models.CharField(max_length=24)
    mu = models.FloatField()
    sigma = models.FloatField()
    display = models.IntegerField(help_text="The figure shown, from mu and sigma.")
    best = models.IntegerField(
        null=True, help_text="The highest figure shown since it was established."
    )
    matches = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class Rating(Strength):
    """The rating of a player in one pool (kind of match)."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "rating")
        verbose_name_plural = pgettext_lazy("model", "ratings")
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="rating_once")]
        # everything that counting places needs: no row of the table is read for it
        indexes = [
            models.Index(
                fields=["pool", "-display", "id", "sigma", "player"], name="rating_certain"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}: {self.display}"


class TeamRating(Strength):
    """The rating of a team in one pool (kind of match); teams are rated against teams alone."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="ratings", db_index=False)

    class Meta:
        verbose_name = pgettext_lazy("model", "team rating")
        verbose_name_plural = pgettext_lazy("model", "team ratings")
        constraints = [models.UniqueConstraint(fields=["team", "pool"], name="team_rating_once")]
        indexes = [models.Index(fields=["pool", "-display"], name="team_rating_board")]

    def __str__(self) -> str:
        return f"{self.team_id} in {self.pool}: {self.display}"


class StrengthPoint(models.Model):
    """Abstract base: the value of a rating after one match, for its history.

    `number` counts the rated matches from 1; `deviation` is in the points of the rating shown.
    """

    rating_id: int
    number = models.PositiveIntegerField()
    display = models.IntegerField()
    deviation = models.PositiveIntegerField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.rating_id}#{self.number}: {self.display}"


class RatingPoint(StrengthPoint):
    """The value of a player's rating after one rated match."""

    rating = models.ForeignKey(
        Rating, on_delete=models.CASCADE, related_name="history", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_points")

    class Meta:
        verbose_name = pgettext_lazy("model", "rating after a match")
        verbose_name_plural = pgettext_lazy("model", "ratings after matches")
        constraints = [
            models.UniqueConstraint(fields=["rating", "number"], name="rating_point_once")
        ]


class TeamRatingPoint(StrengthPoint):
    """The value of a team's rating after one rated match.

    Matches older than this table get their rows when the figures are next rebuilt.
    """

    rating = models.ForeignKey(
        TeamRating, on_delete=models.CASCADE, related_name="history", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="team_rating_points")

    class Meta:
        verbose_name = pgettext_lazy("model", "team rating after a match")
        verbose_name_plural = pgettext_lazy("model", "team ratings after matches")
        constraints = [
            models.UniqueConstraint(fields=["rating", "number"], name="team_rating_point_once")
        ]


class RatingRefund(models.Model):
    """A refund of rating points that a cheat cost a player, or the withdrawal of such a refund.

    A recount of ratings applies the refund after the match `after`. Rows are only added.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_refunds")
    pool = models.CharField(max_length=24)
    mu = models.FloatField(help_text="Added to mu; less than 0 where a refund is taken back.")
    number = models.PositiveIntegerField(help_text="Rated matches of the rating before it.")
    after = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="refunds_after")
    """The match counted last, before it, of those in which the player sat."""
    cheat = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="refunds_caused"
    )
    action = models.PositiveBigIntegerField(null=True, help_text="Number of the decision.")
    at = models.DateTimeField()
    reverses = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="reversed_by"
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "rating refund")
        verbose_name_plural = pgettext_lazy("model", "rating refunds")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.pool}: {self.mu:+.3f}"
