"""Models of blind reviews: decisions of a case among those of others, and what a moderator judged."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.moderation import AppendOnly, AppendOnlyError, Case


class BlindReview(models.Model):
    """A moderator's blind comparison in a case of fair play: decisions shown without names.

    The moderator sees sets of decisions, one from the case, and judges all before learning
    which that is. The sets hold cards alone: no players, matches or dates. Each moderator of a case
    has a row.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="blind_reviews")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    at = models.DateTimeField()
    subject = models.CharField(max_length=8, help_text="`partner` or `opponent`.")
    sets = models.JSONField(
        help_text="In the order shown: the decisions, and whether the set is the case's. Empty: "
        "there was nobody to compare with."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "blind review")
        verbose_name_plural = pgettext_lazy("model", "blind reviews")
        constraints = [
            models.UniqueConstraint(fields=["case", "moderator"], name="blind_review_once")
        ]

    def __str__(self) -> str:
        return f"blind review of case {self.case_id}"


class BlindJudgement(models.Model):
    """A moderator's verdict on one set of decisions of a blind review; rows are only ever added."""

    class Verdict(models.TextChoices):
        """Verdict of a moderator on a set of decisions."""

        NOTHING = "nothing"
        DOUBTFUL = "doubtful"
        CLEAR = "clear"

    review = models.ForeignKey(BlindReview, on_delete=models.CASCADE, related_name="judgements")
    place = models.PositiveSmallIntegerField(help_text="Number of the set, from 0.")
    verdict = models.CharField(max_length=8, choices=Verdict)
    at = models.DateTimeField()

    objects = AppendOnly.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("model", "blind judgement")
        verbose_name_plural = pgettext_lazy("model", "blind judgements")
        ordering = ["review", "place"]
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["review", "place"], name="blind_judgement_once")
        ]

    def __str__(self) -> str:
        return f"{self.review_id}/{self.place}: {self.verdict}"

    def save(self, *args: Any, **options: Any) -> None:
        """Insert this verdict; a stored one cannot be changed.

        Raises:
            AppendOnlyError: the row is stored already.
        """
        if not self._state.adding:
            raise AppendOnlyError
        super().save(*args, **{**options, "force_insert": True})
