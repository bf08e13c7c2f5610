"""Models of messages between two players, outside any table."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from games.models.people import Player


class Conversation(models.Model):
    """The conversation of two players, which holds their messages; `first` has the lower row id."""

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    last_at = models.DateTimeField(help_text="When the latest message was sent.")

    class Meta:
        verbose_name = pgettext_lazy("model", "conversation")
        verbose_name_plural = pgettext_lazy("model", "conversations")
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="conversation_once"),
            models.CheckConstraint(
                condition=Q(first__lt=F("second")), name="conversation_in_order"
            ),
        ]
        indexes = [
            models.Index(fields=["first", "-last_at"], name="conversations_of_first"),
            models.Index(fields=["second", "-last_at"], name="conversations_of_second"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"


class Message(models.Model):
    """A message from one player to another in their conversation.

    Messages are deleted after a while; moderators read only those that somebody has reported.
    """

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    author = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    client_id = models.CharField(max_length=64, help_text="Idempotency key of its author.")
    text = models.CharField(max_length=500)
    hidden = models.BooleanField(default=False, help_text="Shown to its author alone.")
    bad = models.BooleanField(default=False, help_text="By the lists of bad words and threats.")
    created_at = models.DateTimeField(db_index=True)
    read_at = models.DateTimeField(null=True, help_text="When the other player first saw it.")

    class Meta:
        verbose_name = pgettext_lazy("model", "message")
        verbose_name_plural = pgettext_lazy("model", "messages")
        constraints = [models.UniqueConstraint(fields=["author", "client_id"], name="message_once")]
        indexes = [
            models.Index(fields=["conversation", "-id"], name="messages_newest"),
            models.Index(fields=["author", "-id"], name="messages_of_author"),
            models.Index(
                fields=["conversation", "author"],
                condition=Q(read_at=None, hidden=False),
                name="messages_unread",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} of {self.author_id}"
