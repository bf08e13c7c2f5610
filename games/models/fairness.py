"""What players' browsers bring to a shuffle, and what they report of it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.figures import large
from games.models.matches import Match


class DealNonce(models.Model):
    """What a seat promised for a deal to come, and after the cut has shown; gone once dealt.

    One row a seat and deal: of several devices the latest promise before the sealing counts.
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
    """A seat's browser says that a deal's proof failed, or left out what the browser had given.

    The server checks the deal itself: whether it agrees is `founded`.
    """

    BAD = "bad"
    WITHHELD = "withheld"

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
    """How the shuffles of all matches that are over have gone, in one row (`games.stats.shuffles`).

    Deals, but for `nonces_missing` (seats) and what browsers reported (once a seat and deal).
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
