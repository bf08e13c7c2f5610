"""Models of the provable shuffle: nonces of browsers, reports of failed proofs, totals."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.figures import large
from games.models.matches import Match


class DealNonce(models.Model):
    """A seat's commit to a nonce for a coming deal, and the nonce itself once the deck is cut.

    Each seat has one row for a deal, deleted once the deal is dealt. Where a player has
    several devices, the latest commit before the sealing counts.
    """

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="nonces", db_index=False
    )
    deal_number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    commit = models.CharField(
        max_length=64, blank=True, help_text="Hex; empty where the browser has none to give."
    )
    nonce = models.CharField(max_length=32, blank=True, help_text="Hex; empty until it is shown.")

    class Meta:
        verbose_name = pgettext_lazy("model", "nonce of a deal")
        verbose_name_plural = pgettext_lazy("model", "nonces of deals")
        constraints = [
            models.UniqueConstraint(fields=["match", "deal_number", "seat"], name="nonce_once")
        ]

    def __str__(self) -> str:
        return f"nonce of {self.match_id}#{self.deal_number} at {self.seat}"


class DealReport(models.Model):
    """A report from a seat's browser that a deal's proof failed or left out the browser's nonce.

    The server checks the deal itself; `founded` says whether that check agrees.
    """

    BAD = "bad"
    """The proof failed."""
    WITHHELD = "withheld"
    """The proof lacks the nonce that the browser had given."""

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="fairness_reports", db_index=False
    )
    deal_number = models.PositiveSmallIntegerField()
    seat = models.PositiveSmallIntegerField()
    result = models.CharField(max_length=8, help_text="bad or withheld.")
    why = models.CharField(max_length=24, help_text="What does not match.")
    founded = models.BooleanField(
        null=True,
        help_text="Whether the server's own check agrees; null: not checked, as it was reported "
        "before the server did.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "failed check of a deal")
        verbose_name_plural = pgettext_lazy("model", "failed checks of deals")
        constraints = [
            models.UniqueConstraint(fields=["match", "deal_number", "seat"], name="report_once")
        ]

    def __str__(self) -> str:
        return f"{self.result} of {self.match_id}#{self.deal_number} by {self.seat}"


class ShuffleFigures(models.Model):
    """Totals of the shuffles of all ended matches, such as verified ones; the table has one row.

    The unit is deals, but for `nonces_missing` (seats) and reports (one for each seat and deal).
    `games.stats.shuffles` updates it.
    """

    dealt = large()
    shown = large("Over, so that the proof is public.")
    verified = large("Computed again by the server at the end: the same deck.")
    failed = large("Another deck.")
    dropped = large("Sealed and never dealt: the match ended before the cards.")
    clock_cuts = large()
    incomplete = large("Without the nonce of at least one seat.")
    nonces_missing = large()
    reported_bad = large("The server's own check found a fault, too.")
    reported_withheld = large("The proof does go without the number of who reported it.")
    reported_unfounded = large("The server's own check found nothing of what was reported.")

    class Meta:
        verbose_name = pgettext_lazy("model", "shuffle figures")
        verbose_name_plural = pgettext_lazy("model", "shuffle figures")

    def __str__(self) -> str:
        return f"{self.dealt} deals"
