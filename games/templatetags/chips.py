"""The panel of one's own chips, for the page of the own account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from games.models import Player
from games.pages.chips import LATEST, chips_context

if TYPE_CHECKING:
    from accounts.models import User

register = template.Library()


@register.inclusion_tag("games/_chips.html")
def chips_panel(user: User) -> dict[str, Any]:
    """Balance, the latest lines and the way to the rest."""
    player = Player.objects.filter(user=user).first()
    return chips_context(player, limit=LATEST)
