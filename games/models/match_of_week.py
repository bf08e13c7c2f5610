"""Models of the match of the week: which match a week has, and which ones players took down."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player


class MatchOfWeek(models.Model):
    """The match that the site shows as that of a week (UTC, from Monday)."""

    monday = models.DateField(unique=True, help_text="First day of the week.")
    match = models.ForeignKey(
        Match,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="null: not chosen yet, or no match fits the rule.",
    )
    points = models.PositiveSmallIntegerField(
        default=0, help_text="Card points by which the match was decided."
    )
    chosen_at = models.DateTimeField(null=True, help_text="null: not chosen yet.")

    class Meta:
        verbose_name = pgettext_lazy("model", "match of the week")
        verbose_name_plural = pgettext_lazy("model", "matches of the week")
        ordering = ["-monday"]

    def __str__(self) -> str:
        return f"{self.monday:%Y-%m-%d}: {self.match_id}"


class MatchOfWeekRefusal(models.Model):
    """A player's wish that a match of theirs is not shown as the match of the week."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="week_refusals", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="week_refusals")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "refusal of a match of the week")
        verbose_name_plural = pgettext_lazy("model", "refusals of matches of the week")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="match_of_week_refusal_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.match_id}"
