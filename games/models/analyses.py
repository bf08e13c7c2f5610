"""Models of analyses: results and queue of finished matches, mistakes, exercises and puzzles."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player


class AnalysisState(models.TextChoices):
    """State of a match's analysis: waiting, working, and how it ended."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


class MatchAnalysis(models.Model):
    """The analysis of a finished match: its state, its place in the queue, and its result.

    Rows whose state is waiting or working are the queue of the analysis workers.
    """

    class First(models.IntegerChoices):
        """Priority of a match in the analysis queue; matches of lower values are analysed first."""

        ASKED = 0
        """Somebody asked for the analysis."""
        PEOPLE = 1
        """At least one person played."""
        BOTS = 2
        """Bots alone played."""
        OLD = 3
        """The match had no analysis and was queued by `manage.py analyse_matches`."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="analysis", primary_key=True
    )
    state = models.CharField(max_length=7, choices=AnalysisState, default=AnalysisState.WAITING)
    priority = models.PositiveSmallIntegerField(choices=First, default=First.PEOPLE)
    tries = models.PositiveSmallIntegerField(default=0)
    taken_by = models.CharField(
        max_length=32, blank=True, help_text="Of whoever works on it; what it brings counts."
    )
    taken_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    body = models.BinaryField(
        null=True, help_text="zlib of a `brisca-analysis`; stays until another is made."
    )
    version = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="Of the format of the body."
    )
    sha256 = models.CharField(max_length=64, blank=True, help_text="Of the JSON, for ETags.")

    class Meta:
        verbose_name = pgettext_lazy("model", "match analysis")
        verbose_name_plural = pgettext_lazy("model", "match analyses")
        indexes = [
            models.Index(
                fields=["priority", "match"],
                name="analysis_queue",
                condition=models.Q(state__in=["waiting", "working"]),
            ),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.match_id}: {self.state}"


class SeatAnalysis(models.Model):
    """One seat of an analysed match: counts of its choices, card points lost, accuracy (0 to 100).

    Rows of one player in the order of `finished_at` are that player's accuracy over time.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seat_analyses")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="analyses")
    finished_at = models.DateTimeField(help_text="Of the match; for lists.")
    decisions = models.PositiveIntegerField()
    best = models.PositiveIntegerField(help_text="Choices of the best card.")
    loss = models.FloatField(help_text="Card points lost by what the player could know.")
    errors = models.PositiveIntegerField()
    accuracy = models.FloatField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "seat analysis")
        verbose_name_plural = pgettext_lazy("model", "seat analyses")
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="seat_analysis_once")]
        indexes = [
            models.Index(
                fields=["player", "-finished_at", "-match", "-seat"], name="seat_analysis_history"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.accuracy}"


class Mistake(models.Model):
    """A decision of a player that, by the analysis, lost card points.

    Clear mistakes (`is_exercise`) are shown to the player again as exercises; a few become daily
    puzzles.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mistakes")
    at = models.CharField(max_length=12, help_text="Its address in the review: 'd2t3c1'.")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mistakes")
    loss = models.FloatField(help_text="Card points.")
    ahead = models.FloatField(
        help_text="Card points by which the best card is surely ahead of all others; 0: it is not."
    )
    is_exercise = models.BooleanField(
        default=False,
        db_default=False,
        help_text="One card is clearly best, in a deal that is still open.",
    )
    finished_at = models.DateTimeField(help_text="Of the match; for lists.")

    class Meta:
        verbose_name = pgettext_lazy("model", "mistake")
        verbose_name_plural = pgettext_lazy("model", "mistakes")
        constraints = [models.UniqueConstraint(fields=["match", "at"], name="mistake_once")]
        indexes = [
            models.Index(fields=["player", "-finished_at", "-id"], name="mistake_history"),
            models.Index(
                fields=["player", "-finished_at", "-id"],
                name="mistake_exercises",
                condition=models.Q(is_exercise=True),
            ),
            models.Index(
                fields=["-finished_at", "-id"],
                name="mistake_puzzle",
                condition=models.Q(is_exercise=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.at}"


class PairDecisions(models.Model):
    """Counts of two partners' decisions in a rated match, to find partners who tell their cards.

    `decisions` are those in which the partner's hidden cards ask for another card than the own hand
    does; `followed` are those of them in which that other card was played.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="pair_decisions")
    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    """The partner with the lower row id."""
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    decisions = models.PositiveIntegerField(help_text="Those that count, of both.")
    followed = models.PositiveIntegerField(help_text="Those that follow the partner's cards.")
    deals = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField(help_text="Of the match.")
    places = models.JSONField(
        null=True, help_text="[address in the review, card, whether it was played]; null: not kept."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "decisions of partners")
        verbose_name_plural = pgettext_lazy("model", "decisions of partners")
        constraints = [
            models.UniqueConstraint(fields=["match", "one", "other"], name="pair_decisions_once")
        ]
        indexes = [models.Index(fields=["one", "other"], name="pair_decisions_of_pair")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.followed} of {self.decisions}"


class OpponentDecisions(models.Model):
    """Counts of a player's decisions in a rated match that could favour one opponent.

    `decisions` are those in which another card than the best one would favour the opponent;
    `followed` are those of them in which that card was played.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="opponent_decisions")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    opponent = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    decisions = models.PositiveIntegerField(help_text="Those that count for this opponent.")
    followed = models.PositiveIntegerField(help_text="Those in which that card was played.")
    deals = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField(help_text="Of the match.")
    places = models.JSONField(
        default=list, help_text="[address in the review, card, whether it was played]."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "decisions for an opponent")
        verbose_name_plural = pgettext_lazy("model", "decisions for opponents")
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player", "opponent"], name="opponent_decisions_once"
            )
        ]
        indexes = [models.Index(fields=["player", "opponent"], name="opponent_decisions_of_two")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.followed} of {self.decisions}"


class ExerciseTry(models.Model):
    """A player's answers to an exercise: the first card, if that or any was right, and how many."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="exercise_tries")
    mistake = models.ForeignKey(Mistake, on_delete=models.CASCADE, related_name="tries")
    first_card = models.CharField(max_length=12, help_text="Or the code of another option.")
    first_right = models.BooleanField()
    solved = models.BooleanField(help_text="It was right at least once.")
    tries = models.PositiveIntegerField(default=1)
    tried_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "exercise attempt")
        verbose_name_plural = pgettext_lazy("model", "exercise attempts")
        constraints = [
            models.UniqueConstraint(fields=["player", "mistake"], name="exercise_try_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.mistake_id}"


class DailyPuzzle(models.Model):
    """The puzzle of a day: a position from a mistake in a match, the same for everybody."""

    day = models.DateField(unique=True)
    mistake = models.OneToOneField(Mistake, on_delete=models.CASCADE, related_name="puzzle")

    class Meta:
        verbose_name = pgettext_lazy("model", "puzzle of the day")
        verbose_name_plural = pgettext_lazy("model", "puzzles of the day")

    def __str__(self) -> str:
        return f"puzzle of {self.day}"
