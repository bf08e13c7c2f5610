"""Models of the deal of the day: one deck for everybody, attempts at it, days in a row."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match, Ruleset
from games.models.people import Player


class DailyDeal(models.Model):
    """The deal of a day (UTC), created days before and secret until some hours after the day.

    Never register the model in the admin: `fairness` contains the deck.
    """

    day = models.DateField(unique=True)
    origin = models.CharField(
        max_length=16, unique=True, help_text="What its hashes name in the place of a match."
    )
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="daily_deals")
    players = models.PositiveSmallIntegerField()
    level = models.CharField(max_length=16, help_text="Of the house's bots at all other seats.")
    first_dealer = models.PositiveSmallIntegerField()
    server_commit = models.CharField(max_length=64)
    fairness = models.JSONField(help_text="The brisca-fair/1 block, seed included.")
    revealed_at = models.DateTimeField(null=True)
    tried = models.PositiveIntegerField(default=0, help_text="Tries that came to their end.")
    ranked = models.PositiveIntegerField(default=0, help_text="Those of them in the ranking.")
    bins = models.JSONField(
        null=True,
        help_text="Numbers of tries by ten points, from 0 to the most; null until it is shown.",
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "deal of the day")
        verbose_name_plural = pgettext_lazy("model", "deals of the day")
        ordering = ["-day"]

    def __str__(self) -> str:
        return f"{self.day:%Y-%m-%d}"

    def __repr__(self) -> str:
        return f"<DailyDeal {self.day:%Y-%m-%d}>"


class DailyTry(models.Model):
    """A player's only attempt at a deal of the day, with its result."""

    daily = models.ForeignKey(DailyDeal, on_delete=models.PROTECT, related_name="tries")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="daily_tries")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="daily_try")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, help_text="null: runs, or came too late.")
    points = models.IntegerField(null=True, help_text="Of the player's side.")
    tricks = models.PositiveSmallIntegerField(null=True, help_text="Of the player's side.")
    ranked = models.BooleanField(
        default=True,
        help_text="The player's account was registered before it first looked at the deal.",
    )
    address_digest = models.CharField(
        max_length=32, blank=True, help_text="Keyed; kept until the deal is shown."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "attempt at a deal of the day")
        verbose_name_plural = pgettext_lazy("model", "attempts at deals of the day")
        constraints = [models.UniqueConstraint(fields=["daily", "player"], name="daily_try_once")]
        indexes = [
            models.Index(
                fields=["daily", "-points", "-tricks", "id"],
                name="daily_ranking",
                condition=models.Q(ranked=True),
            ),
            models.Index(fields=["player", "-daily"], name="daily_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.daily_id}"


class DailyLook(models.Model):
    """The time of a player's first look at a deal of the day; kept until the deal is revealed."""

    daily = models.ForeignKey(
        DailyDeal, on_delete=models.CASCADE, related_name="looks", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="daily_looks")
    looked_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "look at a deal of the day")
        verbose_name_plural = pgettext_lazy("model", "looks at deals of the day")
        constraints = [models.UniqueConstraint(fields=["daily", "player"], name="daily_look_once")]

    def __str__(self) -> str:
        return f"{self.player_id} looked at {self.daily_id}"


class DailyStreak(models.Model):
    """A player's numbers of days with a played deal of the day: in a row now, at most, in all.

    The row is updated as attempts end.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="daily_streak")
    played = models.PositiveIntegerField(default=0)
    current = models.PositiveIntegerField(
        default=0, help_text="Up to `last_day`, days off left out."
    )
    longest = models.PositiveIntegerField(default=0)
    last_day = models.DateField(null=True)
    off_month = models.DateField(
        null=True, help_text="First day of the month in which the streak last had a day off."
    )
    days_off = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="Missed days of that month that did not end the streak."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "streak of daily deals")
        verbose_name_plural = pgettext_lazy("model", "streaks of daily deals")

    def __str__(self) -> str:
        return f"streak of {self.player_id}"
