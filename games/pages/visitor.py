"""Who visits: the player behind a request."""

from __future__ import annotations

from allauth.core.internal.httpkit import get_client_ip
from django.http import HttpRequest

from accounts.limits import count
from games.models import Player
from games.services.players import player_for


def player_of(request: HttpRequest) -> Player | None:
    """Return the player of whoever is signed in, guests too; None for strangers."""
    return player_for(request.user) if request.user.is_authenticated else None


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from, past as many proxies as are trusted; empty if unknown."""
    return str(get_client_ip(request) or "")


def ensure_player(request: HttpRequest, *, name: str = "", face: str = "") -> Player:
    """Return the player of whoever is signed in; a stranger becomes a guest at this moment.

    `name` and `face` are those of the guest. Raises IntegrityError where somebody has the name.
    """
    from accounts.services import ensure_user

    return player_for(ensure_user(request, name=name, face=face))


def busy_player(request: HttpRequest, *, name: str = "", face: str = "") -> Player:
    """Return `ensure_player` for what makes or fills tables.

    Raises TooManyError at the limit `table`.
    """
    player = ensure_player(request, name=name, face=face)
    count(request, "table")
    return player
