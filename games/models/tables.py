"""Models of tables, their seats, and the addresses from which people play."""

from __future__ import annotations

import secrets
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.matches import Match, Ruleset
from games.models.people import Player


def public_id() -> str:
    """Return a new public id for a table: ten URL-safe random characters (60 bits)."""
    return secrets.token_urlsafe(8)[:10].replace("-", "x").replace("_", "y")


def invite_token() -> str:
    """Return a new invitation token (128 bits) that lets its holder sit down at a private table."""
    return secrets.token_urlsafe(16)


class TableStatus(models.TextChoices):
    """State of a table: waiting for players, playing, finished or closed."""

    WAITING = "waiting"
    PLAYING = "playing"
    FINISHED = "finished"
    CLOSED = "closed"


OPEN: Final = (TableStatus.WAITING, TableStatus.PLAYING)
"""States of a table at which people wait or play."""


class Table(models.Model):
    """A table with its options and seats; it holds one match at a time, and rematches follow."""

    class Visibility(models.TextChoices):
        """Visibility of a table: listed for everybody, or open to those alone who have its link."""

        PUBLIC = "public"
        LINK = "link"

    class Watch(models.TextChoices):
        """Audience that may watch the matches of the table."""

        ANYONE = "anyone"
        LINK = "link"
        NOBODY = "nobody"

    class Programs(models.TextChoices):
        """Rule of a table for third parties' bots: barred, or allowed in unrated or all matches."""

        NONE = "none"
        CASUAL = "casual"
        RATED = "rated"

    class Delay(models.IntegerChoices):
        """Delay, in tricks, with which watchers see a table's match if people play."""

        NONE = 0
        TRICK = 1
        THREE = 3

    public_id = models.CharField(max_length=16, unique=True, default=public_id)
    name = models.CharField(max_length=60, blank=True)
    host = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="hosted_tables"
    )
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="tables")
    players = models.PositiveSmallIntegerField()
    turn_ms = models.PositiveIntegerField(null=True, help_text="Time for one turn; null: no clock.")
    bank_ms = models.PositiveIntegerField(
        default=0, help_text="Spare time of a seat for a whole match."
    )
    increment_ms = models.PositiveIntegerField(
        default=0, help_text="Given back to the bank after each own turn."
    )
    visibility = models.CharField(max_length=6, choices=Visibility, default=Visibility.PUBLIC)
    watch = models.CharField(max_length=6, choices=Watch, default=Watch.ANYONE)
    delay = models.PositiveSmallIntegerField(
        choices=Delay, default=Delay.TRICK, help_text="Tricks by which watchers are behind."
    )
    programs = models.CharField(max_length=6, choices=Programs, default=Programs.NONE)
    boards = models.PositiveSmallIntegerField(
        default=0, help_text="Of duplicate matches: how many decks they have; 0: no duplicate."
    )
    rating_within = models.PositiveSmallIntegerField(
        null=True, help_text="Points by which ratings may differ from the host's; null: any."
    )
    rating_low = models.PositiveSmallIntegerField(null=True, help_text="Lowest rating; null: any.")
    rating_high = models.PositiveSmallIntegerField(
        null=True, help_text="Highest rating; null: any."
    )
    newcomers = models.BooleanField(
        default=True, help_text="Whether people without a rating may sit down, at any range."
    )
    status = models.CharField(max_length=8, choices=TableStatus, default=TableStatus.WAITING)
    quick = models.BooleanField(default=False, help_text="Opened by 'play now'.")
    fill_at = models.DateTimeField(null=True, help_text="When bots take the empty seats.")
    match = models.OneToOneField(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="current_table"
    )
    club = models.ForeignKey(
        "games.Club",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="tables",
        help_text="Club for which it was opened.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "table")
        verbose_name_plural = pgettext_lazy("model", "tables")
        indexes = [models.Index(fields=["status", "visibility", "created_at"])]

    def __str__(self) -> str:
        return self.name or self.public_id


class TableBan(models.Model):
    """A ban of a player from one table by its host."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="bans", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="table_bans")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "player kept from a table")
        verbose_name_plural = pgettext_lazy("model", "players kept from tables")
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="table_ban_once")]

    def __str__(self) -> str:
        return f"{self.player_id} kept from {self.table_id}"


class TableBanAddress(models.Model):
    """A keyed digest of an address from which a guest came whom a host has banned from a table.

    No guest from that address sits down. The row is deleted with the ban, or when the table closes.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="ban_addresses", db_index=False
    )
    ban = models.ForeignKey(
        TableBan,
        on_delete=models.SET_NULL,
        null=True,
        related_name="addresses",
        help_text="null: the guest has deleted the account since.",
    )
    digest = models.CharField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "address kept from a table")
        verbose_name_plural = pgettext_lazy("model", "addresses kept from tables")
        constraints = [
            models.UniqueConstraint(fields=["table", "ban", "digest"], name="ban_address_once")
        ]
        indexes = [models.Index(fields=["table", "digest"], name="ban_addresses_of_table")]

    def __str__(self) -> str:
        return f"address kept from {self.table_id}"


class PlayAddress(models.Model):
    """A keyed digest of an address from which somebody sits or plays at a table.

    Rows are kept until the match is decided, to tell whether opponents play from the same address.
    They are never shown, and are in no record or log.
    """

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="addresses", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="play_addresses")
    digest = models.CharField(max_length=32)
    noted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "address of play")
        verbose_name_plural = pgettext_lazy("model", "addresses of play")
        constraints = [
            models.UniqueConstraint(fields=["table", "player", "digest"], name="play_address_once")
        ]

    def __str__(self) -> str:
        return f"address of {self.player_id} at {self.table_id}"


class TableSeat(models.Model):
    """One seat of a table, with its player and whether the player agreed to the rules."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, related_name="table_seats"
    )
    agreed = models.BooleanField(default=False)
    turn = models.BooleanField(default=False, help_text="Wants the seats turned in a rematch.")
    invite = models.CharField(max_length=32, unique=True, default=invite_token)
    sat_at = models.DateTimeField(
        null=True, help_text="When who sits here sat down; null: nobody does, or long ago."
    )
    substitute = models.CharField(
        max_length=16, blank=True, help_text="Level of the bot that plays for someone gone."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "seat at a table")
        verbose_name_plural = pgettext_lazy("model", "seats at tables")
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="table_seat_once"),
            models.UniqueConstraint(
                fields=["table", "player"],
                name="table_player_once",
                condition=models.Q(player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}"
