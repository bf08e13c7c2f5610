"""Model of the path of learning: the steps of it that nothing else in the database tells."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from games.models.people import Player


class PathStep(models.Model):
    """A step of the path of learning that a player has begun or done: a lesson, a chapter.

    Steps that other rows tell have no row here: those of puzzles and of matches against the house.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="path_steps", db_index=False
    )
    step = models.CharField(
        max_length=24, help_text="One of games.pages.path_progress.STORED_STEPS."
    )
    done_at = models.DateTimeField(null=True, help_text="When it was first done; null: not yet.")
    best = models.PositiveSmallIntegerField(
        null=True, help_text="Most right answers, where a step counts them; null: it does not."
    )

    class Meta:
        verbose_name = pgettext_lazy("model", "step of the path")
        verbose_name_plural = pgettext_lazy("model", "steps of the path")
        constraints = [models.UniqueConstraint(fields=["player", "step"], name="path_step_once")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.step}"
