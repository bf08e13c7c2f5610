"""Models of private notes that players write on finished matches and on other players."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player
from games.models.relations import between_two_players


class ReviewNote(models.Model):
    """A player's private note on one place of a finished match ("d2t3c1": deal, trick, card)."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="notes", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="notes")
    place = models.CharField(max_length=16, help_text="An address in the review: 'd1t3c2'.")
    text = models.CharField(max_length=500)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "private note")
        verbose_name_plural = pgettext_lazy("model", "private notes")
        constraints = [
            models.UniqueConstraint(fields=["player", "match", "place"], name="note_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.place}"


class PlayerNote(models.Model):
    """A private note of a player on another player; nobody but its author ever reads it."""

    author = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="player_notes", db_index=False
    )
    subject = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    text = models.CharField(max_length=500)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "private note on a player")
        verbose_name_plural = pgettext_lazy("model", "private notes on players")
        constraints = between_two_players(
            "player_note", "author", "subject", another="player_note_on_another"
        )

    def __str__(self) -> str:
        return f"note of {self.author_id} on {self.subject_id}"
