"""Models of chips (play money): accounts, and a double-entry ledger whose amounts sum to zero.

Chips come from the house alone, whose balance is as far below zero as all others hold chips.
Rows of the ledger are added and never changed; `manage.py check_ledger` verifies all of it.
"""

from __future__ import annotations

from typing import Any, Final

from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from games.models.matches import Match
from games.models.people import Player
from games.models.tables import Table

GRANT: Final = 1000
"""Chips that a new player's account gets from the house."""


class AccountKind(models.TextChoices):
    """Kind of owner of a chip account: the house, a player, a pot or a tournament."""

    HOUSE = "house"
    PLAYER = "player"
    POT = "pot"
    ESCROW = "escrow"
    """The entry fees of a tournament."""


class ChipAccount(models.Model):
    """Account of chips of the site ("house"), a player, a table's pot, or a tournament's fees.

    `balance` is the sum of the account's entries, updated in the transaction that adds one.
    """

    kind = models.CharField(max_length=6, choices=AccountKind)
    player = models.OneToOneField(Player, on_delete=models.PROTECT, null=True, related_name="chips")
    table = models.OneToOneField(Table, on_delete=models.PROTECT, null=True, related_name="chips")
    tournament = models.OneToOneField(
        "games.Tournament", on_delete=models.PROTECT, null=True, related_name="chips"
    )
    balance = models.BigIntegerField(default=0)
    closed_at = models.DateTimeField(
        null=True, help_text="Its player is gone: what would come here goes to the house."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "chip account")
        verbose_name_plural = pgettext_lazy("model", "chip accounts")
        constraints = [
            models.UniqueConstraint(
                fields=["kind"], condition=models.Q(kind="house"), name="chips_one_house"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="house", player=None, table=None, tournament=None)
                | models.Q(kind="player", player__isnull=False, table=None, tournament=None)
                | models.Q(kind="pot", player=None, table__isnull=False, tournament=None)
                | models.Q(kind="escrow", player=None, table=None, tournament__isnull=False),
                name="chips_owner_of_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="house") | models.Q(balance__gte=0),
                name="chips_not_below_nothing",
            ),
        ]

    def __str__(self) -> str:
        owner = self.player_id or self.table_id or self.tournament_id or ""
        return f"{self.kind} {owner}".strip()


class Lasting(models.Model):
    """Abstract base of the ledger's rows, which are added once and never changed or deleted."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert this row of the ledger; a stored row cannot be changed.

        Raises:
            TypeError: where the row is stored already.
        """
        if not self._state.adding:
            raise TypeError("rows of the ledger do not change")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuse to delete this row of the ledger.

        Raises:
            TypeError: always.
        """
        raise TypeError("rows of the ledger stay")


class TransferKind(models.TextChoices):
    """Reason of a transfer of chips (play money), such as a stake or a payout."""

    GRANT = "grant"
    """The house gives a new account its first chips."""
    REFILL = "refill"
    """The house gives chips to a player who has few, at most once a day."""
    HOUSE_BOT = "house_bot"
    """The house gives chips to one of its own bots that cannot pay a stake."""
    STAKE = "stake"
    """Players pay into the pot of a table as a match begins."""
    PAYOUT = "payout"
    """The pot goes to the winners."""
    RETURN = "return"
    """A pot that is not played for any more goes back to those who paid it."""
    ENTRY = "entry"
    """A player pays the fee of a tournament."""
    PRIZE = "prize"
    """A tournament pays the prizes of one place."""
    REFUND = "refund"
    """A tournament gives a fee back."""
    CLOSING = "closing"
    """The chips of a deleted account go to the house."""


class ChipTransfer(Lasting):
    """One movement of chips between accounts; its entries sum to zero.

    `key` names the occasion uniquely, so that nothing is paid twice.
    """

    kind = models.CharField(max_length=9, choices=TransferKind)
    key = models.CharField(max_length=64, unique=True)
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, related_name="chip_transfers"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = pgettext_lazy("model", "chip transfer")
        verbose_name_plural = pgettext_lazy("model", "chip transfers")

    def __str__(self) -> str:
        return self.key


class ChipEntry(Lasting):
    """One account's part in a transfer: chips added (negative: paid), and the balance after it."""

    transfer = models.ForeignKey(ChipTransfer, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(ChipAccount, on_delete=models.PROTECT, related_name="entries")
    amount = models.BigIntegerField()
    balance = models.BigIntegerField(help_text="Of the account, after this entry.")

    class Meta:
        verbose_name = pgettext_lazy("model", "chip entry")
        verbose_name_plural = pgettext_lazy("model", "chip entries")
        constraints = [
            models.UniqueConstraint(fields=["transfer", "account"], name="chip_entry_once"),
            models.CheckConstraint(condition=~models.Q(amount=0), name="chip_entry_of_something"),
        ]
        indexes = [models.Index(fields=["account", "-id"], name="chip_entry_newest")]

    def __str__(self) -> str:
        return f"{self.amount:+d} to {self.account_id}"


class PotEnd(models.TextChoices):
    """End of a match's pot: paid to the winners, kept for the next match, or given back."""

    PAID = "paid"
    """The winners got the pot."""
    KEPT = "kept"
    """Nobody won: the pot stayed for the next match."""
    RETURNED = "returned"
    """The pot went back to those who had paid it."""


class MatchPot(models.Model):
    """The chips staked in one match, and who got them; only matches with a stake have a row.

    `paid` and `payouts` are lists with an item for each seat, in chips.
    """

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, related_name="pot", primary_key=True
    )
    stake = models.PositiveIntegerField(help_text="What the rules ask of each seat.")
    paid = models.JSONField(help_text="What each seat paid as it began.")
    carried = models.PositiveBigIntegerField(help_text="What lay there of a drawn match.")
    total = models.PositiveBigIntegerField()
    payouts = models.JSONField(null=True, help_text="What each seat got; null while it is played.")
    ended = models.CharField(max_length=8, choices=PotEnd, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "pot of a match")
        verbose_name_plural = pgettext_lazy("model", "pots of matches")

    def __str__(self) -> str:
        return f"pot of {self.match_id}: {self.total}"
