"""Models of matches and their results: rulesets, seats, deals, tricks and records."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.people import Player, PlayerKind, Team


def match_id() -> str:
    """Return a new public id for a match: 12 random hexadecimal digits."""
    return secrets.token_hex(6)


class Ruleset(models.Model):
    """A set of rules: a complete map of option -> value, stored once and found by its hash."""

    hash = models.CharField(max_length=71, unique=True, help_text="'sha256:' and 64 hex digits.")
    preset = models.CharField(max_length=24)
    options = models.JSONField()
    match_count = models.PositiveIntegerField(
        default=0, help_text="Finished matches played by it, counted as each one ends."
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "ruleset")
        verbose_name_plural = pgettext_lazy("model", "rulesets")
        indexes = [
            models.Index(fields=["-match_count", "-id"], name="ruleset_popular"),
            models.Index(fields=["preset", "-match_count", "-id"], name="ruleset_preset"),
        ]

    def __str__(self) -> str:
        return f"{self.preset} {self.hash[7:15]}"


class MatchStatus(models.TextChoices):
    """State of a match: running, or the way in which it ended."""

    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    HELD = "held"
    """Over, but shown to nobody before others have played the same deal too."""


class Match(models.Model):
    """A match: deals until the ruleset's target is reached; in URLs it goes by `public_id`."""

    public_id = models.CharField(max_length=16, unique=True, default=match_id)
    table = models.ForeignKey(
        "games.Table", on_delete=models.SET_NULL, null=True, related_name="matches"
    )
    ruleset = models.ForeignKey(
        Ruleset, on_delete=models.PROTECT, related_name="matches", db_index=False
    )
    preset = models.CharField(max_length=24)
    players = models.PositiveSmallIntegerField()
    pool = models.CharField(max_length=24, help_text="What its figures count in: '2', '5-gingo'.")
    sides = models.JSONField(help_text="Scoring sides as lists of seats.")
    first_dealer = models.PositiveSmallIntegerField()
    turn_ms = models.PositiveIntegerField(null=True)
    bank_ms = models.PositiveIntegerField(default=0)
    increment_ms = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=9, choices=MatchStatus, default=MatchStatus.PLAYING)
    public = models.BooleanField(
        default=True, help_text="May strangers see it while it runs; finished ones are public."
    )
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    deal_count = models.PositiveSmallIntegerField(default=0)
    score = models.JSONField(null=True)
    winners = models.JSONField(null=True, help_text="Indexes of the winning sides.")
    ended_by = models.CharField(max_length=12, blank=True)
    rated = models.BooleanField(default=False, help_text="It moved the ratings of all sides.")
    unrated_reason = models.CharField(
        max_length=24,
        blank=True,
        help_text="A code of games.stats.rated; empty: rated, or from before these were kept.",
    )
    rating_rule = models.PositiveSmallIntegerField(
        default=0, help_text="The version of games.stats.ratings by which it moves ratings."
    )
    boards = models.PositiveSmallIntegerField(
        default=0, help_text="Of a duplicate match: its decks, each dealt once for every side."
    )
    margin = models.PositiveSmallIntegerField(
        default=0, help_text="How far winners and losers are apart, in what the score counts."
    )
    has_hundred = models.BooleanField(
        default=False, help_text="A side made more than a hundred card points in a deal."
    )
    has_claim = models.BooleanField(default=False, help_text="A deal ended by a claim.")
    has_kill = models.BooleanField(default=False, help_text="The trump ace met the three.")

    class Meta:
        verbose_name = pgettext_lazy("model", "match")
        verbose_name_plural = pgettext_lazy("model", "matches")
        # Each serves a filter and the order of lists together, and holds what may be asked for
        # beside it by those that come after it here: rows that do not fit are not even read.
        indexes = [
            models.Index(
                fields=[
                    *("ruleset", "-finished_at", "-id", "has_kill", "has_claim", "has_hundred"),
                    *("pool", "preset", "players", "rated", "margin"),
                ],
                name="match_ruleset",
            ),
            *(
                models.Index(
                    fields=[
                        *("-finished_at", "-id", "has_kill", "has_claim", "has_hundred", "pool"),
                        *("preset", "players", "rated", "margin", "ruleset"),
                    ],
                    name=f"match_{trait}",
                    condition=models.Q(has),
                )
                for trait, has in (
                    ("kill", ("has_kill", True)),
                    ("claim", ("has_claim", True)),
                    ("hundred", ("has_hundred", True)),
                )
            ),
            models.Index(
                fields=[
                    *("pool", "-finished_at", "-id"),
                    *("preset", "players", "rated", "margin", "ruleset"),
                ],
                name="match_pool",
            ),
            models.Index(
                fields=["preset", "-finished_at", "-id", "players", "rated", "margin", "ruleset"],
                name="match_preset",
            ),
            models.Index(
                fields=["players", "-finished_at", "-id", "rated", "margin", "ruleset"],
                name="match_players",
            ),
            models.Index(
                fields=["rated", "-finished_at", "-id", "margin", "ruleset"], name="match_rated"
            ),
            models.Index(fields=["-finished_at", "-id", "margin", "ruleset"], name="match_newest"),
            models.Index(fields=["status"], name="match_status"),
        ]

    def __str__(self) -> str:
        return self.public_id


class SeatLeft(models.TextChoices):
    """Time at which a seat's player left for good: before or after half of the match's cards."""

    EARLY = "early"
    LATE = "late"


class Seat(models.Model):
    """One seat of a match, with its player and result."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    seat = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    # beside `seat_history`: without these PostgreSQL scans the table for what hardly any seat has
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    kind = models.CharField(max_length=5, choices=PlayerKind, help_text="What it was then.")
    team = models.ForeignKey(Team, on_delete=models.SET_NULL, null=True, related_name="seats")
    won = models.BooleanField(null=True, help_text="null: not finished, or drawn.")
    deals_won = models.PositiveSmallIntegerField(default=0)
    points = models.PositiveIntegerField(default=0, help_text="Card points over all deals.")
    finished_at = models.DateTimeField(null=True, help_text="Of the match; for keyset lists.")
    left = models.CharField(
        max_length=5,
        choices=SeatLeft,
        blank=True,
        default="",
        db_default="",
        help_text="A bot played it at the end, because its player had left.",
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "seat")
        verbose_name_plural = pgettext_lazy("model", "seats")
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="seat_once")]
        indexes = [
            models.Index(fields=["player", "-finished_at", "-match"], name="seat_history"),
            models.Index(fields=["team", "-finished_at", "-match"], name="seat_team_history"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}"


class Deal(models.Model):
    """The result of one finished deal: card points by seat and by side, and score by side."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="deals", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1.")
    dealer = models.PositiveSmallIntegerField()
    trump_suit = models.CharField(max_length=1, blank=True)
    trump_card = models.CharField(max_length=3, blank=True)
    seat_points = models.JSONField()
    side_points = models.JSONField()
    game_points = models.JSONField(help_text="May be negative.")
    extras = models.JSONField(
        default=list, help_text="Points beside those of the cards, as records have them."
    )
    contract = models.JSONField(null=True, help_text="As records have it; null: none was made.")
    ended_by = models.CharField(max_length=12)

    class Meta:
        verbose_name = pgettext_lazy("model", "deal")
        verbose_name_plural = pgettext_lazy("model", "deals")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="deal_once")]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.number}"


class Trick(models.Model):
    """One trick of a finished deal: leader, each seat's card, winner and card points."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="tricks", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="From 1 in each deal.")
    leader = models.PositiveSmallIntegerField()
    plays = models.JSONField(help_text="[[seat, card], ...] in the order played.")
    winner = models.PositiveSmallIntegerField(null=True, help_text="null: never completed.")
    points = models.PositiveSmallIntegerField()
    trump = models.CharField(max_length=1, blank=True, help_text="Empty: none was in force.")

    class Meta:
        verbose_name = pgettext_lazy("model", "trick")
        verbose_name_plural = pgettext_lazy("model", "tricks")
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["deal", "number"], name="trick_once")]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.number}"


class MatchRecord(models.Model):
    """The complete record (`brisca-record/1`, compressed JSON) of a finished match.

    At the end of a match this row replaces the rows of its actions, which are many times larger.
    """

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="record", primary_key=True
    )
    body = models.BinaryField(help_text="zlib of the record's JSON.")
    sha256 = models.CharField(max_length=64, help_text="Of the JSON, for ETags.")
    last_asked = models.JSONField(
        default=list,
        help_text="[seq, seat, client id, action] of what people did last, as they asked for it: "
        "whoever did not hear that it was taken asks again.",
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "match record")
        verbose_name_plural = pgettext_lazy("model", "match records")

    def __str__(self) -> str:
        return f"record of {self.match_id}"
