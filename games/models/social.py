"""Models of relations between people: follows, blocks and chat."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player
from games.models.relations import between_two_players
from games.models.tables import Table


class Follow(models.Model):
    """A player's follow of another, by which the first sees when the other is online."""

    follower = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="following")
    followed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "follow")
        verbose_name_plural = pgettext_lazy("model", "follows")
        constraints = between_two_players("follow", "follower", "followed")

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"


class Block(models.Model):
    """A player's block of another: no chat between them, and no shared table before a match."""

    blocker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "block")
        verbose_name_plural = pgettext_lazy("model", "blocks")
        constraints = between_two_players("block", "blocker", "blocked")

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class PartnerLike(models.Model):
    """A player's like of another as partner; two who like each other are seated together."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="likes")
    partner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="liked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "liked partner")
        verbose_name_plural = pgettext_lazy("model", "liked partners")
        constraints = between_two_players("partner_like", "player", "partner")

    def __str__(self) -> str:
        return f"{self.player_id} likes {self.partner_id}"


class ChatLine(models.Model):
    """A chat line at a table: free text, or a set phrase that readers see in their own language.

    Lines are kept as evidence for a time, then deleted; a match's record does not contain them.
    """

    class Room(models.TextChoices):
        """Readers of a chat line: everybody at the table, or watchers only."""

        TABLE = "table"
        """Everybody at the table."""
        WATCHERS = "watchers"
        """Only watchers, while a match runs."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="chat")
    client_id = models.CharField(max_length=64)
    room = models.CharField(max_length=8, choices=Room)
    seat = models.PositiveSmallIntegerField(null=True)
    match = models.CharField(max_length=16, blank=True, help_text="That ran when it was said.")
    seq = models.PositiveIntegerField(default=0, help_text="How far that match was.")
    phrase = models.CharField(max_length=16, blank=True)
    text = models.CharField(max_length=140, blank=True)
    hidden = models.BooleanField(
        default=False, db_default=False, help_text="Shown to its author alone."
    )
    bad = models.BooleanField(
        default=False, db_default=False, help_text="By the lists of bad words."
    )
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "chat line")
        verbose_name_plural = pgettext_lazy("model", "chat lines")
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "id"], name="chat_of_table")]
        constraints = [
            models.UniqueConstraint(fields=["player", "client_id"], name="chat_line_once")
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.phrase or 'own words'}"
