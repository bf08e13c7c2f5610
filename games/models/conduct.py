"""Models of leaving: who left a match, how matches ended for players, and the pauses that follow."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player


class Departure(models.Model):
    """A departure: a bot took over a person's seat in a running match at this time.

    The departure is open, with `returned_at` null, until the person takes the seat back.
    """

    class Reason(models.TextChoices):
        """The reason why a bot took over the seat."""

        LEFT = "left"
        """The player left the table."""
        DISCONNECTED = "disconnected"
        """The player had no connection for too long."""
        TIMED_OUT = "timed_out"
        """The clock played several turns in a row."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="departures")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="departures")
    reason = models.CharField(max_length=12, choices=Reason)
    seq = models.PositiveIntegerField(help_text="How far the match was.")
    at = models.DateTimeField()
    excused = models.BooleanField(
        default=False,
        help_text="It counts against nobody: the site was down shortly before, no opponent played "
        "any more, the others chose the bot before the player's turn, or the player never came.",
    )
    returned_at = models.DateTimeField(null=True, help_text="null: a bot still has the seat.")

    class Meta:
        verbose_name = pgettext_lazy("model", "departure")
        verbose_name_plural = pgettext_lazy("model", "departures")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=models.Q(returned_at=None),
                name="departure_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id} left {self.match_id}"


class AbsenceVote(models.Model):
    """The vote of the other players on the seat of somebody who is gone from a running match.

    The row is deleted when the player comes back, and with the journal when the match ends.
    """

    class Kind(models.TextChoices):
        """The situation that the vote is about, on which the choices depend."""

        AWAY = "away"
        """The player has no connection, and has not been without one for long in a turn of theirs."""
        TURN = "turn"
        """The player has had no connection for long in a turn of theirs."""
        LEFT = "left"
        """The player has left a match of two, which the other may claim."""

    class Result(models.TextChoices):
        """Result of the players' vote so far."""

        OPEN = "open"
        """Those who remain choose until `ends_at`."""
        WAIT = "wait"
        """They wait for the player until `ends_at`."""
        BOT = "bot"
        """A bot plays on for the player."""
        END = "end"
        """The match is to end."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="absence_votes")
    seat = models.PositiveSmallIntegerField(help_text="The seat of the player who is gone.")
    kind = models.CharField(max_length=4, choices=Kind, default=Kind.TURN, db_default=Kind.TURN)
    result = models.CharField(max_length=4, choices=Result, default=Result.OPEN)
    ends_at = models.DateTimeField()
    choices = models.JSONField(default=dict, help_text="Seat -> what it chose.")

    class Meta:
        verbose_name = pgettext_lazy("model", "vote on an absent player")
        verbose_name_plural = pgettext_lazy("model", "votes on absent players")
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="absence_vote_once"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id}: {self.result}"


class MatchOutcome(models.Model):
    """End of a match for one player, such as finished or left; pauses follow from these rows."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="outcomes")
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, related_name="outcomes", db_index=False
    )
    kind = models.CharField(max_length=16, help_text="A kind of games.conduct.outcomes.")
    pairs = models.BooleanField(default=False, help_text="The player had a partner.")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "outcome of a match")
        verbose_name_plural = pgettext_lazy("model", "outcomes of matches")
        constraints = [
            models.UniqueConstraint(fields=["match", "player"], name="outcome_once"),
        ]
        indexes = [models.Index(fields=["player", "-at", "-id"], name="outcomes_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class PlayerPause(models.Model):
    """A pause: a time in which a player who left matches plays no rated matches with people."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="pauses")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    minutes = models.PositiveIntegerField()
    facts = models.JSONField(default=dict, help_text="Figures of the rule that it follows from.")
    lifted_at = models.DateTimeField(null=True, help_text="When somebody ended it early.")
    lifted_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "pause")
        verbose_name_plural = pgettext_lazy("model", "pauses")
        ordering = ["pk"]
        indexes = [models.Index(fields=["player", "-ends_at"], name="pauses_of_player")]

    def __str__(self) -> str:
        return f"{self.player_id} until {self.ends_at}"


class ConductFigures(models.Model):
    """A player's numbers of matches among people: in all, and those that the player did not leave.

    Matches that count are those with ratings at stake or with strangers; excused ones are left out.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="conduct", primary_key=True
    )
    matches = models.PositiveIntegerField(default=0)
    finished = models.PositiveIntegerField(default=0, help_text="Those that were not left.")

    class Meta:
        verbose_name = pgettext_lazy("model", "figures of finishing")
        verbose_name_plural = pgettext_lazy("model", "figures of finishing")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.finished} of {self.matches}"


class Outage(models.Model):
    """A period in which no process of the site ran; absences in it and just after are excused."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "outage")
        verbose_name_plural = pgettext_lazy("model", "outages")

    def __str__(self) -> str:
        return f"{self.began_at} to {self.ended_at}"
