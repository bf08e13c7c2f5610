"""Models of relations between people: follows, blocks, chat, mutes and complaints."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player
from games.models.tables import Table


class Follow(models.Model):
    """A player's wish to see when another player is online."""

    follower = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="following")
    followed = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="followers")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "follow")
        verbose_name_plural = pgettext_lazy("model", "follows")
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(
                condition=~models.Q(follower=models.F("followed")), name="follow_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} follows {self.followed_id}"


class Block(models.Model):
    """A player's wish to have no chat and no shared table, before a match, with another player."""

    blocker = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "block")
        verbose_name_plural = pgettext_lazy("model", "blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(blocker=models.F("blocked")), name="block_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class ChatLine(models.Model):
    """One chat line at a table: a phrase, shown to everybody in their own language, or free text.

    Lines are kept as evidence for a while, then deleted; they are no part of a match's record.
    """

    class Room(models.TextChoices):
        """Audience of a chat line."""

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


class Silence(models.Model):
    """A mute: the player may write no chat until a moment that moderators set."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="silence")
    until = models.DateTimeField()
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "mute")
        verbose_name_plural = pgettext_lazy("model", "mutes")

    def __str__(self) -> str:
        return f"{self.player_id} until {self.until}"


class Report(models.Model):
    """A complaint about a player, with the chat lines around the occasion."""

    class Reason(models.TextChoices):
        """Subject of a complaint."""

        WORDS = "words"
        STALLING = "stalling"
        LEAVING = "leaving"
        COLLUSION = "collusion"
        PROGRAM = "program"
        NAME = "name"
        OTHER = "other"

    class Status(models.TextChoices):
        """State of a complaint."""

        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    reporter = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="reports_made"
    )
    reported = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=9, choices=Reason)
    note = models.CharField(max_length=500, blank=True)
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True)
    match = models.CharField(max_length=16, blank=True)
    lines = models.JSONField(default=list, help_text="What was said at the table, as it stood.")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "report")
        verbose_name_plural = pgettext_lazy("model", "reports")
        indexes = [models.Index(fields=["status", "created_at"], name="reports_to_read")]

    def __str__(self) -> str:
        return f"{self.reported_id}: {self.reason}"
