"""Messages for the examples of the API: two people who write to each other."""

from __future__ import annotations

from typing import Final

from accounts.models import User
from accounts.tokens import create_token
from games.services.direct_messages import send_message
from games.services.players import player_for
from games.services.social import follow

FRIEND_NAME: Final = "Olalla"
"""Name of the person with whom the key's owner has a conversation."""


def example_messages() -> str:
    """Create two people with a conversation; return an API key of one of them."""
    user = User.objects.create(username="Noel")
    me, friend = player_for(user), player_for(User.objects.create(username=FRIEND_NAME))
    follow(player=me, other=friend)
    follow(player=friend, other=me)
    send_message(author=me, recipient=friend, client_id="example-1", text="Shall we play tonight?")
    send_message(author=friend, recipient=me, client_id="example-2", text="At nine.")
    _row, key = create_token(user=user, name="messages", scopes=("messages",), days=7)
    return str(key)
