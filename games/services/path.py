"""Services of the path of learning: the steps that a player has begun or done."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from games.models import PathStep, Player
from games.selectors.path import StepProgress, better_progress


@transaction.atomic
def join_steps(*, player: Player, steps: Mapping[str, StepProgress]) -> None:
    """Add progress to a player's own: of each step, the earlier day and the higher count stay.

    The player's row is locked, as two pages may store the same step at once.
    """
    if not steps:
        return
    Player.objects.select_for_update().get(pk=player.pk)
    own = {row.step: row for row in player.path_steps.filter(step__in=list(steps))}
    for step, progress in steps.items():
        row = own[step] if step in own else PathStep(player=player, step=step)
        joined = better_progress(StepProgress(row.done_at, row.best), progress)
        if step not in own or joined != (row.done_at, row.best):
            row.done_at, row.best = joined
            row.save()
