"""Models of rated puzzles: positions, ratings, attempts, and runs of many puzzles."""

from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player


def run_id() -> str:
    """Return a new public id of a run of puzzles: 12 hexadecimal digits."""
    return secrets.token_hex(6)


class Puzzle(models.Model):
    """A rated puzzle: a position in which one choice is clearly best, for players to solve.

    Never register the model in the admin: `solution` is secret until one has answered.
    """

    public_id = models.CharField(
        max_length=12, unique=True, help_text="Of a deal of the set, the same on every site."
    )
    preset = models.CharField(max_length=24)
    players = models.PositiveSmallIntegerField()
    theme = models.CharField(max_length=12, help_text="One of games.puzzles.rules.THEMES.")
    position = models.JSONField(help_text="As its seat saw it.")
    solution = models.JSONField(help_text="What each choice is worth, from the best.")
    match = models.ForeignKey(
        Match,
        on_delete=models.SET_NULL,
        null=True,
        related_name="puzzles",
        help_text="Whose deal it is from; null: a deal of the repository's set.",
    )
    at = models.CharField(max_length=12, blank=True, help_text="Its address in that match.")
    deal = models.JSONField(null=True, help_text="The deal, where no match has it.")
    mu = models.FloatField()
    sigma = models.FloatField()
    display = models.IntegerField(help_text="The rating shown, from mu and sigma.")
    attempts = models.PositiveIntegerField(default=0, help_text="Those that moved the rating.")
    solved = models.PositiveIntegerField(default=0, help_text="Of them.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "puzzle")
        verbose_name_plural = pgettext_lazy("model", "puzzles")
        indexes = [
            models.Index(fields=["display", "id"], name="puzzle_rating"),
            models.Index(fields=["theme", "display", "id"], name="puzzle_theme"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(solved__lte=models.F("attempts")), name="puzzle_solved_most"
            ),
            models.UniqueConstraint(fields=["match", "at"], name="puzzle_of_moment_once"),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.public_id}"

    def __repr__(self) -> str:
        return f"<Puzzle {self.public_id}>"


class PuzzleRating(models.Model):
    """A player's puzzle rating (openskill; puzzles are opponents), and longest puzzle runs."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="puzzle_rating")
    mu = models.FloatField()
    sigma = models.FloatField()
    display = models.IntegerField(help_text="The rating shown, from mu and sigma.")
    best = models.IntegerField(null=True, help_text="The highest one since it was established.")
    attempts = models.PositiveIntegerField(default=0, help_text="Those that moved the rating.")
    solved = models.PositiveIntegerField(default=0, help_text="Of them.")
    best_streak = models.PositiveIntegerField(default=0, help_text="Most solved in one streak.")
    best_rush = models.PositiveIntegerField(default=0, help_text="Most solved in one rush.")

    class Meta:
        verbose_name = pgettext_lazy("model", "puzzle rating")
        verbose_name_plural = pgettext_lazy("model", "puzzle ratings")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(solved__lte=models.F("attempts")), name="puzzle_rating_solved"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.display}"


class PuzzleAttempt(models.Model):
    """A player's first answer to a puzzle, the only answer that may change ratings."""

    class Mode(models.TextChoices):
        """The way in which a puzzle was shown to the player: alone, or in a kind of run."""

        SINGLE = "single"
        STREAK = "streak"
        RUSH = "rush"

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="puzzle_attempts", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="tries")
    mode = models.CharField(max_length=6, choices=Mode)
    answer = models.CharField(max_length=8)
    right = models.BooleanField()
    rated = models.BooleanField(help_text="It moved both ratings.")
    rating = models.IntegerField(null=True, help_text="The player's after it; null: none yet.")
    deviation = models.PositiveIntegerField(null=True)
    puzzle_rating = models.IntegerField(help_text="The puzzle's before it.")
    answered_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "puzzle attempt")
        verbose_name_plural = pgettext_lazy("model", "puzzle attempts")
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="puzzle_attempt_once")
        ]
        indexes = [
            models.Index(fields=["player", "-answered_at", "-id"], name="puzzle_attempt_history")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}: {self.right}"


class PuzzleRun(models.Model):
    """A player's run of puzzles, which are shown one at a time.

    A streak lasts until the first wrong answer, a rush until the server's clock has run down.
    """

    public_id = models.CharField(max_length=12, unique=True, default=run_id)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_runs")
    mode = models.CharField(max_length=6, choices=PuzzleAttempt.Mode)
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, help_text="null: without a clock.")
    finished_at = models.DateTimeField(null=True)
    puzzle = models.ForeignKey(
        Puzzle,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The one to solve.",
    )
    answers = models.JSONField(default=list, help_text="[id of a puzzle, answer, right], in order.")
    right = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("model", "run of puzzles")
        verbose_name_plural = pgettext_lazy("model", "runs of puzzles")
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(finished_at=None),
                name="puzzle_run_one_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.mode} of {self.player_id}: {self.right}"
