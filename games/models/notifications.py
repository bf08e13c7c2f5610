"""Models of notifications: what a person is told about others, wherever they are on the site."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models.people import Player


class NotificationKind(models.TextChoices):
    """Kind of a notification; a person can turn each kind off."""

    TABLE_OPENED = "table_opened"
    """Somebody whom the person follows has opened a table."""
    INVITED = "invited"
    """Somebody has kept a seat for the person at a table."""
    MATCH_WAITS = "match_waits"
    """A match of the person goes on, and waits for them."""
    ROUND_BEGINS = "round_begins"
    """A game of a tournament or league begins."""
    TEAM_PROPOSED = "team_proposed"
    """Somebody wants to found a team with the person."""
    FOLLOWED = "followed"
    """Somebody follows the person now."""
    MESSAGE = "message"
    """Somebody has written to the person."""
    CLUB = "club"
    """Something concerns the person as a member of a club: a request, an invitation, a role."""
    CLUB_NEWS = "club_news"
    """A club tells all its members something."""
    LEAGUE = "league"
    """Something concerns the person's matches of a league: a fixture, a time, a result."""
    RATING = "rating"
    """The person's ratings have changed otherwise than by a match."""
    MATCH_OF_WEEK = "match_of_week"
    """A match of the person is shown as the match of the week."""


class Notification(models.Model):
    """A notification of a player, about another player or an event on the site."""

    recipient = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=16, choices=NotificationKind)
    text = models.CharField(max_length=24, help_text="Its sentence: a key of NOTIFICATION_TEXTS.")
    key = models.CharField(
        max_length=80, help_text="Of what it is about: nobody is told the same thing twice."
    )
    data = models.JSONField(default=dict, help_text="Values of its sentence: names and numbers.")
    url = models.CharField(max_length=200, blank=True, help_text="Path of the page to open.")
    actor = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, help_text="After it there is nothing to do.")
    read_at = models.DateTimeField(null=True)
    shown = models.BooleanField(
        default=True, db_default=True, help_text="On the page; false: pushed or mailed alone."
    )
    push_at = models.DateTimeField(null=True, help_text="When it is pushed; null: not, or done.")
    mailed = models.BooleanField(
        default=False, db_default=False, help_text="In the next mail; false: not, or done."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "notification")
        verbose_name_plural = pgettext_lazy("model", "notifications")
        constraints = [
            models.UniqueConstraint(fields=["recipient", "key"], name="notification_once")
        ]
        indexes = [
            models.Index(fields=["recipient", "-id"], name="notification_newest"),
            models.Index(
                fields=["recipient"], condition=Q(read_at=None), name="notification_unread"
            ),
            models.Index(
                fields=["push_at"], condition=Q(push_at__isnull=False), name="notification_push_due"
            ),
            models.Index(fields=["recipient"], condition=Q(mailed=True), name="notification_mail"),
            models.Index(fields=["created_at"], name="notification_age"),
        ]

    def __str__(self) -> str:
        return f"{self.text} for {self.recipient_id}"
