"""Choice of the people who exchange free words: all but those who have turned the chat off.

Free words are lines of a table's chat, direct messages, posts in a club, and what partners say in a
game with talk. Phrases and reactions, which the site has written, are none.
"""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from games.models import Player

CHAT_OFF: Final = Q(user__preferences__chat="off")
"""Query condition on players: their account has turned the chat off."""


def reads_words(player: Player) -> bool:
    """Return True unless the player's account has turned the chat off."""
    return not Player.objects.filter(CHAT_OFF, pk=player.pk).exists()
