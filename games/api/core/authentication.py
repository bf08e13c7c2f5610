"""Authentication of API requests by key.

No cookie is read, so requests cannot be forged. Public reads need no key, but refuse a wrong one:
a program with a mistyped or revoked key learns of it at once.
"""

from __future__ import annotations

from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from rest_framework import exceptions
from rest_framework.request import Request

from accounts.limits import TooManyError, client_address
from accounts.models import Token, User
from accounts.tokens import WRONG_FOR, find_token
from games.api.core.http_request import http_request


class ByKey(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """Authentication of API requests by a key, `Authorization: Bearer brisca_...`.

    A 401 gives no reason.
    """

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        """Return the account and the key of the Authorization header; None without the header.

        Raises:
            AuthenticationFailed: there is no such key.
            Throttled: this IP address has sent too many wrong keys.
        """
        _scheme, _space, key = request.headers.get("Authorization", "").partition(" ")
        if not _scheme:
            return None
        try:
            token = find_token(
                key.strip() if _scheme.lower() == "bearer" else "",
                client_address(http_request(request)),
            )
        except TooManyError:
            raise exceptions.Throttled(wait=WRONG_FOR) from None
        if token is None:
            raise exceptions.AuthenticationFailed(_("This key lets nobody in."))
        return token.user, token
