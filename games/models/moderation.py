"""Models of moderation: cases and their reports, decisions in a chain, statements and appeals."""

from __future__ import annotations

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player
from games.models.tables import Table

USER = settings.AUTH_USER_MODEL


class Case(models.Model):
    """The reports about one player on one subject, which moderators decide on together.

    Further reports join an open case; a report after its end opens another case.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="cases")
    room = models.CharField(max_length=8, help_text="A room of games.conduct.reports.")
    urgency = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    opened_at = models.DateTimeField()
    later_until = models.DateTimeField(null=True, help_text="Put off until then.")
    locked_by = models.ForeignKey(USER, on_delete=models.SET_NULL, null=True, related_name="+")
    locked_at = models.DateTimeField(null=True)
    closure_by = models.ForeignKey(USER, on_delete=models.SET_NULL, null=True, related_name="+")
    """The moderator who wants to close the account; another one has to agree."""
    closure = models.JSONField(default=dict, help_text="Rule and text of the proposed closure.")
    closed_at = models.DateTimeField(null=True)
    upheld = models.BooleanField(null=True, help_text="null: open.")

    class Meta:
        verbose_name = pgettext_lazy("model", "case")
        verbose_name_plural = pgettext_lazy("model", "cases")
        permissions = [("moderate", "Work at the moderators' desk")]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "room"],
                condition=models.Q(closed_at=None),
                name="case_open_once",
            )
        ]
        indexes = [
            models.Index(
                fields=["-urgency", "due_at", "id"],
                condition=models.Q(closed_at=None),
                name="cases_to_decide",
            ),
            models.Index(fields=["player", "-opened_at"], name="cases_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.room} of {self.player_id}"


class CaseReport(models.Model):
    """A report about a player, or a notice of illegal content, with the chat around the occasion.

    Chat lines name authors by row id alone, so that they hold no name of a deleted account.
    """

    class Status(models.TextChoices):
        """State of a report about a player, as the report's author reads it."""

        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="reports_made"
    )
    reported = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="reports"
    )
    kind = models.CharField(max_length=12, help_text="A kind of games.conduct.reports.")
    note = models.CharField(max_length=500, blank=True)
    urgency = models.PositiveSmallIntegerField(default=0)
    automatic = models.BooleanField(default=False, help_text="A rule of the site made it.")
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True)
    match = models.CharField(max_length=16, blank=True)
    seq = models.PositiveIntegerField(default=0, help_text="How far that match was.")
    lines = models.JSONField(default=list, help_text="Chat around the occasion, as it stood.")
    lines_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the lines.")
    facts = models.JSONField(default=dict, help_text="Deal, trick and timing, or a rule's figures.")
    address = models.CharField(max_length=300, blank=True, help_text="Of what a notice is about.")
    name = models.CharField(max_length=80, blank=True, help_text="Of who sent a notice.")
    email = models.EmailField(blank=True, help_text="Where a notice is answered.")
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    outcome_read_at = models.DateTimeField(null=True, help_text="When its author read the outcome.")

    class Meta:
        verbose_name = pgettext_lazy("model", "report")
        verbose_name_plural = pgettext_lazy("model", "reports")
        indexes = [
            models.Index(fields=["reporter", "status"], name="reports_of_reporter"),
            models.Index(fields=["reporter", "-created_at"], name="reports_newest_of_reporter"),
        ]

    def __str__(self) -> str:
        return f"{self.reported_id}: {self.kind}"


class AppendOnlyError(Exception):
    """Error: a row of moderation's log may be neither changed nor deleted."""


class AppendOnly(models.QuerySet[Any]):
    """Query set of rows that can be added and read, but neither changed nor deleted."""

    def update(self, **_fields: Any) -> Never:
        """Refuse to change the query's rows.

        Raises:
            AppendOnlyError: always.
        """
        raise AppendOnlyError

    def delete(self) -> Never:
        """Refuse to delete the query's rows.

        Raises:
            AppendOnlyError: always.
        """
        raise AppendOnlyError


class ModAction(models.Model):
    """A decision about a player: who, what, why and for how long; rows are only ever added.

    Nothing here identifies a person once the account is deleted: players and moderators are row
    ids without a constraint, and the text that the player read is only a hash.
    """

    number = models.PositiveBigIntegerField(primary_key=True, help_text="1, 2, 3 without gaps.")
    at = models.DateTimeField()
    player = models.PositiveBigIntegerField(
        null=True, db_index=True, help_text="Row id of the player; null: a notice about nobody."
    )
    moderator = models.PositiveBigIntegerField(null=True, help_text="Account id; null: a rule.")
    measure = models.CharField(max_length=16)
    rule = models.CharField(max_length=16, blank=True)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    scope = models.CharField(max_length=16, blank=True)
    case = models.PositiveBigIntegerField(null=True)
    reverses = models.PositiveBigIntegerField(null=True, help_text="Number of a row taken back.")
    template = models.CharField(max_length=32, blank=True, help_text="Text that was proposed.")
    text_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the text.")
    digest = models.CharField(max_length=64, help_text="Hash over this row and the one before.")

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("model", "decision of moderators")
        verbose_name_plural = pgettext_lazy("model", "decisions of moderators")
        ordering = ["number"]
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.number}: {self.measure}"

    def save(self, *args: Any, **options: Any) -> None:
        """Insert this decision; a stored decision cannot be changed.

        Raises:
            AppendOnlyError: the row is stored already.
        """
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **{**options, "force_insert": True})

    def delete(self, *_args: Any, **_options: Any) -> Never:
        """Refuse to delete this decision.

        Raises:
            AppendOnlyError: always.
        """
        raise AppendOnlyError


class ModLogHead(models.Model):
    """The end of the log of decisions: a single row, which is locked to append to the log."""

    number = models.PositiveBigIntegerField(default=0, help_text="Of the last row.")
    digest = models.CharField(max_length=64, help_text="Hash of the last row.")
    seal = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="HMAC over number and digest, with a key derived from SECRET_KEY.",
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "end of the log of decisions")
        verbose_name_plural = pgettext_lazy("model", "end of the log of decisions")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.number}"


class Restriction(models.Model):
    """A moderators' decision that bars a player from an activity (`kind`) for a time."""

    class Kind(models.TextChoices):
        """Activity from which the player is barred."""

        CHAT = "chat"
        """Write in any chat."""
        SEEN_CHAT = "seen_chat"
        """Be read by others: the player's lines are shown to the player alone."""
        RATED = "rated"
        """Play rated matches with people."""
        TOURNAMENTS = "tournaments"
        """Take part in tournaments."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="restrictions")
    kind = models.CharField(max_length=11, choices=Kind)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    action = models.PositiveBigIntegerField(null=True, help_text="Number of the decision.")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "restriction")
        verbose_name_plural = pgettext_lazy("model", "restrictions")
        indexes = [models.Index(fields=["player", "kind", "-ends_at"], name="restrictions_now")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} until {self.ends_at}"


class Statement(models.Model):
    """The text by which a player is told of a decision: its reasons, and how to appeal."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="statements")
    action = models.OneToOneField(
        ModAction, on_delete=models.PROTECT, related_name="statement", db_constraint=False
    )
    text = models.TextField(max_length=2000)
    at = models.DateTimeField()
    appeal_until = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True, help_text="When the decision was taken back.")

    class Meta:
        verbose_name = pgettext_lazy("model", "statement of reasons")
        verbose_name_plural = pgettext_lazy("model", "statements of reasons")
        ordering = ["-at", "-pk"]
        indexes = [models.Index(fields=["player", "-at"], name="statements_of_player")]

    def __str__(self) -> str:
        return f"statement to {self.player_id}"


class Appeal(models.Model):
    """A player's only objection to a decision, answered by another moderator where there is one."""

    statement = models.OneToOneField(Statement, on_delete=models.CASCADE, related_name="appeal")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(USER, on_delete=models.SET_NULL, null=True, related_name="+")
    granted = models.BooleanField(null=True, help_text="null: not answered.")
    answer = models.CharField(max_length=1000, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "appeal")
        verbose_name_plural = pgettext_lazy("model", "appeals")
        indexes = [
            models.Index(
                fields=["at"], condition=models.Q(answered_at=None), name="appeals_to_answer"
            )
        ]

    def __str__(self) -> str:
        return f"appeal to {self.statement_id}"


class ModNote(models.Model):
    """A moderator's note about a player, which only moderators read."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mod_notes")
    author = models.ForeignKey(USER, on_delete=models.SET_NULL, null=True, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("model", "note of moderators")
        verbose_name_plural = pgettext_lazy("model", "notes of moderators")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"note on {self.player_id}"
