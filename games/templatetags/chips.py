"""Template tag for the panel of chips on the page of one's own account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from games.models import Player
from games.pages.chips import LATEST_ENTRIES, chips_context

if TYPE_CHECKING:
    from accounts.models import User

register = template.Library()


@register.inclusion_tag("games/_chips.html")
def chips_panel(user: User) -> dict[str, Any]:
    """Draw a panel with a user's balance of chips (play money) and the latest entries."""
    player = Player.objects.filter(user=user).first()
    return chips_context(player, limit=LATEST_ENTRIES)
