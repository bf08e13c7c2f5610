"""Models of the delivery of notifications: what a person chose, and what waits to be sent."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from accounts.models import PushSubscription
from games.models.notifications import NotificationKind
from games.models.people import Player


class NotificationSettings(models.Model):
    """A player's settings of notifications; without a row the defaults of `conduct.notifying` hold."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="notification_settings", primary_key=True
    )
    channels = models.JSONField(
        default=dict,
        help_text="Kind -> channels that were chosen for it; others have their defaults.",
    )
    quiet_from = models.PositiveSmallIntegerField(
        default=22, db_default=22, help_text="Hour at which quiet hours begin, local time."
    )
    quiet_to = models.PositiveSmallIntegerField(
        default=8, db_default=8, help_text="Hour at which they end; as quiet_from: there are none."
    )
    time_zone = models.CharField(
        max_length=64, blank=True, help_text="Name in the tz database; empty: that of the site."
    )
    mail_hour = models.PositiveSmallIntegerField(
        default=18, db_default=18, help_text="Hour of the daily mail, local time."
    )
    mail_on = models.BooleanField(
        default=True, db_default=True, help_text="Whether there are mails at all."
    )
    mail_at = models.DateTimeField(null=True, help_text="When the next mail is due; null: none is.")
    mail_leased_until = models.DateTimeField(
        null=True,
        help_text="Until when the mail that is due is left to the process that claimed it.",
    )
    mail_sent_at = models.DateTimeField(null=True)
    refused_address = models.CharField(
        max_length=254, blank=True, help_text="Address that refused a mail; none is sent there."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "settings of notifications")
        verbose_name_plural = pgettext_lazy("model", "settings of notifications")
        indexes = [
            models.Index(
                fields=["mail_at"], condition=Q(mail_at__isnull=False), name="notification_mail_due"
            )
        ]

    def __str__(self) -> str:
        return f"notifications of {self.player_id}"


class NotificationBatch(models.Model):
    """A notification to a whole audience, such as a club, that is still being given to its members.

    `after` is the last player (row id) served: a killed process leaves no player out, and
    notifies nobody twice.
    """

    kind = models.CharField(max_length=16, choices=NotificationKind)
    text = models.CharField(max_length=24)
    key = models.CharField(max_length=80)
    data = models.JSONField(default=dict)
    url = models.CharField(max_length=200, blank=True)
    actor = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    audience = models.CharField(
        max_length=24, blank=True, help_text="A key of notification_audiences.AUDIENCES."
    )
    about = models.BigIntegerField(
        null=True, help_text="Row id of whose audience it is, such as a club's."
    )
    players = models.JSONField(
        default=list, help_text="Row ids, rising, where there is no audience."
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)
    after = models.BigIntegerField(default=0, help_text="Row id of the last player told.")
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "notification of many")
        verbose_name_plural = pgettext_lazy("model", "notifications of many")
        indexes = [
            models.Index(fields=["id"], condition=Q(done_at=None), name="notification_batch_open"),
            models.Index(fields=["actor", "kind", "-created_at"], name="notification_batch_by"),
        ]

    def __str__(self) -> str:
        return f"{self.text} for {self.audience or 'many'}"


class PushMessage(models.Model):
    """A push message that waits to be sent to one browser through the browser's push service."""

    subscription = models.ForeignKey(
        PushSubscription, on_delete=models.CASCADE, related_name="messages"
    )
    message = models.JSONField(help_text="Title, body, url and tag, in the browser's language.")
    due_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("model", "push message")
        verbose_name_plural = pgettext_lazy("model", "push messages")

    def __str__(self) -> str:
        return f"push message to {self.subscription_id}"
