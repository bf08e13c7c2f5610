"""Models of invitations by name to a seat of a table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models.people import Player, Team
from games.models.tables import Table


class SeatInvitation(models.Model):
    """A person's invitation of another to sit down at a table, with its answer.

    An invitation keeps no seat free, except for a partner of a team, until `held_until`.
    """

    class Answer(models.TextChoices):
        """The answer to an invitation, or its end without one."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True, help_text="null: any free seat.")
    inviter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations_made")
    invited = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    answer = models.CharField(max_length=9, choices=Answer, blank=True)
    answered_at = models.DateTimeField(null=True)
    team = models.ForeignKey(
        Team,
        on_delete=models.SET_NULL,
        null=True,
        related_name="invitations",
        help_text="As which the two play; null: the invitation is not to a partner.",
    )
    held_until = models.DateTimeField(
        null=True, help_text="Time until which nobody else takes the seat; null: it is not kept."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "invitation to a seat")
        verbose_name_plural = pgettext_lazy("model", "invitations to seats")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "invited"],
                condition=Q(answered_at=None),
                name="seat_invitation_once",
            )
        ]
        indexes = [
            models.Index(fields=["invited", "-id"], name="seat_invitation_newest"),
            models.Index(fields=["created_at"], name="seat_invitation_age"),
            models.Index(
                fields=["held_until"],
                condition=Q(answered_at=None, held_until__isnull=False),
                name="seat_invitation_held",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.invited_id} to {self.table_id}"


class TableKick(models.Model):
    """A removal of a player from a table by its host, who alone may invite the player again."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="kicks", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="table_kicks")
    created_at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "player sent away from a table")
        verbose_name_plural = pgettext_lazy("model", "players sent away from tables")
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="table_kick_once")]

    def __str__(self) -> str:
        return f"{self.player_id} sent away from {self.table_id}"
