"""The memory of proposals to a player: shown steps, removed lists, and postponed questions."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final

from games.models import Player, PlayerGuidance

NAME_PAUSE: Final = timedelta(days=7)
"""Time for which a guest who said "not now" is not asked again to keep the name."""


def remember_step(*, guidance: PlayerGuidance, about: str, kind: str) -> None:
    """Store the step that was proposed after something; nothing is written if that is stored already.

    `about` names what it was proposed after, as `match:0a1b2c3d4e5f`. Pages that show the step again
    after the same thing do not count as another step.
    """
    if (guidance.step_about, guidance.step_kind) == (about, kind):
        return
    before = kind_before(guidance, about)
    guidance.step_about, guidance.step_kind, guidance.step_before = about, kind, before
    PlayerGuidance.objects.update_or_create(
        player_id=guidance.player_id,
        defaults={"step_about": about, "step_kind": kind, "step_before": before},
    )


def kind_before(guidance: PlayerGuidance, about: str) -> str:
    """Return the kind of step that was proposed before this occasion, "" if none was."""
    return guidance.step_before if guidance.step_about == about else guidance.step_kind


def remove_list(*, player: Player, now: datetime) -> None:
    """Remove the list of the first week for a player, for good."""
    PlayerGuidance.objects.update_or_create(player=player, defaults={"list_removed_at": now})


def postpone_name(*, player: Player, now: datetime) -> None:
    """Store that a guest does not want to keep the name now; NAME_PAUSE later the site asks again."""
    until = now + NAME_PAUSE
    PlayerGuidance.objects.update_or_create(player=player, defaults={"name_asked_until": until})


def lead_after_match(*, player: Player, today: date) -> None:
    """Store that the page after a match was shown today, so that no table leads there again today."""
    PlayerGuidance.objects.update_or_create(player=player, defaults={"led_on": today})
