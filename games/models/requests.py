"""Model of requests that carry an idempotency key."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player


class Request(models.Model):
    """A request that a player's program made under an idempotency key, with its answer.

    The same request under the same key gets the stored answer, and nothing is done twice.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="requests")
    client_id = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, help_text="SHA-256 of what was asked.")
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "repeatable request")
        verbose_name_plural = pgettext_lazy("model", "repeatable requests")
        constraints = [models.UniqueConstraint(fields=["player", "client_id"], name="request_once")]

    def __str__(self) -> str:
        return f"{self.player_id}/{self.client_id}"
