"""The player behind a request."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.limits import count
from games.models import Player
from games.services.players import player_for


def player_of(request: HttpRequest) -> Player | None:
    """Return the signed-in user's player, guests included; None for strangers."""
    return player_for(request.user) if request.user.is_authenticated else None


def is_moderator(request: HttpRequest) -> bool:
    """Return True if the signed-in account is a moderator's, with or without second factor."""
    user = request.user
    return user.is_authenticated and user.is_staff and user.has_perm("games.moderate")


def ensure_player(request: HttpRequest, *, name: str = "", face: str = "") -> Player:
    """Return the signed-in user's player; a stranger becomes a guest with `name` and `face`.

    Raises:
        IntegrityError: somebody has the name.
    """
    from accounts.services import ensure_user

    return player_for(ensure_user(request, name=name, face=face))


def busy_player(request: HttpRequest, *, name: str = "", face: str = "") -> Player:
    """Return the visitor's player (see `ensure_player`); the request counts as `table`.

    Raises:
        IntegrityError: somebody has the name.
        TooManyError: the visitor is at the limit `table`.
    """
    player = ensure_player(request, name=name, face=face)
    count(request, "table")
    return player
