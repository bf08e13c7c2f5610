"""People for tests: players without and with an account, and clients in which they are signed in.

A player without an account gets no notifications, mail or push messages, and cannot sign in. That is enough
for figures, tables and matches. Everything else needs `player_with_account`.
"""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Player
from games.models.people import PlayerKind
from games.services.players import player_for

PASSWORD = "siete-de-oros"


def player_without_account(name: str, kind: PlayerKind = PlayerKind.HUMAN) -> Player:
    """Return the player of this name, created without account if there is none."""
    bot = "rules" if kind == PlayerKind.BOT else ""
    return Player.objects.get_or_create(name=name, defaults={"kind": kind, "bot": bot})[0]


def player_with_account(name: str, *, joined: datetime | None = None) -> Player:
    """Create an account with `PASSWORD` and return its player; `joined` is now by default."""
    user = get_user_model().objects.create_user(name, password=PASSWORD)
    player = player_for(user)
    if joined is not None:
        get_user_model().objects.filter(pk=user.pk).update(date_joined=joined)
        Player.objects.filter(pk=player.pk).update(registered_at=joined)
    return Player.objects.select_related("user").get(pk=player.pk)


def signed_in(player: Player | str, *, language: str = "en") -> Client:
    """Return a test client in which a player is signed in, with pages in this language.

    A name stands for the player of that name. A player without an account gets one.
    """
    if isinstance(player, str):
        player = Player.objects.filter(name=player).first() or player_with_account(player)
    if player.user is None:
        player.user = get_user_model().objects.create_user(player.name, password=PASSWORD)
        player.save(update_fields=["user"])
    client = Client(headers={"accept-language": language})
    client.force_login(player.user)
    return client


def client_and_player(name: str) -> tuple[Client, Player]:
    """Create an account; return an English test client signed in with it, and its player."""
    player = player_with_account(name)
    return signed_in(player), player
