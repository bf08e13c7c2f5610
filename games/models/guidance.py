"""Models of what the site proposes to a player: the next step, the first week, the mail of the week."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models.people import Player


class PlayerGuidance(models.Model):
    """The last proposals to a player, and the lists and questions that the player has put away.

    A player without a row has seen no proposal yet.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="guidance", primary_key=True
    )
    step_about = models.CharField(
        max_length=40, blank=True, help_text="What the last step was proposed after: 'match:0a1b'."
    )
    step_kind = models.CharField(
        max_length=16, blank=True, help_text="Its kind, one of games.common.next_step.StepKind."
    )
    step_before = models.CharField(
        max_length=16, blank=True, help_text="Kind that was shown before it, after something else."
    )
    list_removed_at = models.DateTimeField(
        null=True, help_text="When the player removed the list of the first week."
    )
    name_asked_until = models.DateTimeField(
        null=True, help_text="Until when a guest who said 'not now' is not asked to keep the name."
    )
    led_on = models.DateField(
        null=True, help_text="Day on which a table last led to the page after a match."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "guidance of a player")
        verbose_name_plural = pgettext_lazy("model", "guidance of players")

    def __str__(self) -> str:
        return f"guidance of {self.player_id}"


class WeekMail(models.Model):
    """A player's wish for the mail about each week, with its next time; there is a row once asked."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="week_mail", primary_key=True
    )
    asked_at = models.DateTimeField(null=True, help_text="When it was asked for; null: it is off.")
    due_at = models.DateTimeField(null=True, help_text="When the next one is due; null: none is.")
    leased_until = models.DateTimeField(
        null=True,
        help_text="Until when the mail that is due is left to the process that claimed it.",
    )
    sent_at = models.DateTimeField(null=True, help_text="When the last one was sent.")
    unopened = models.PositiveSmallIntegerField(
        default=0, help_text="Mails in a row of which no link was followed."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "mail of the week")
        verbose_name_plural = pgettext_lazy("model", "mails of the week")
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="week_mail_due")
        ]

    def __str__(self) -> str:
        return f"mail of the week of {self.player_id}"
