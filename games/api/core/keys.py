"""API views that need a key, and the scopes of keys."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.request import Request

from accounts.limits import client_address
from accounts.models import Token
from games.api.core.base import Endpoint
from games.api.core.bodies import StrictParser
from games.api.core.errors import ApiError
from games.api.core.http_request import http_request
from games.api.core.schema import OperationDocs
from games.common.live_gateway import Caller
from games.models import Player
from games.services.players import player_for

IN_ADDRESS: Final = frozenset({"token", "access_token", "key", "api_key", "auth", "authorization"})
"""Query parameters in which a key would end up in logs and histories."""


class KeyInAddressError(ApiError):
    """API error 400: the URL contains a key, which logs and browser histories would keep."""

    code = "key_in_address"

    def __init__(self) -> None:
        message = _("A key goes into the Authorization header. Revoke one that was in an address.")
        super().__init__(message)


def by_key(
    operation: str, answer: Any, *fails: int, tag: str = "play", **more: Any
) -> OperationDocs:
    """Return the OpenAPI attributes of a method that needs an API key.

    `fails` are statuses besides 401 and 403; `more` are other fields of `OperationDocs`.
    """
    return OperationDocs(operation, tag, answer, fails=(401, 403, *fails), keyed=True, **more)


class MissingScopeError(ApiError):
    """API error 403: the key is valid, but lacks the scope that this request needs."""

    status_code = status.HTTP_403_FORBIDDEN
    code = "missing_scope"

    def __init__(self, scope: str) -> None:
        super().__init__(_("The key of this program does not go that far."), scope=scope)


class ByKeyEndpoint(Endpoint):
    """Base of API views that need a key; `scopes` maps methods to the permissions they need."""

    scopes: ClassVar[dict[str, str]] = {}
    methods: ClassVar[dict[str, OperationDocs]]
    """Method -> its description in the document."""
    parser_classes = [StrictParser]
    throttle_scope = "play"
    http_method_names = ["get", "head", "post", "options"]

    @classmethod
    def docs_of(cls, method: str) -> OperationDocs:
        """Return the OpenAPI attributes of a method, with the security scheme for keys."""
        return cls.methods[method]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a key in the URL, then check key, scope and limits, and read the query parameters.

        Raises:
            KeyInAddressError: the URL contains a key.
            NotAuthenticated: the request has no key.
            MissingScopeError: the key lacks the scope of the method.
        """
        names = {name.lower() for name in request.query_params}
        if names & IN_ADDRESS or "brisca_" in request.META.get("QUERY_STRING", ""):
            raise KeyInAddressError
        super().initial(request, *args, **kwargs)

    def check_permissions(self, request: Request) -> None:
        """Check that the request has a key with the scope that its method needs.

        Raises:
            NotAuthenticated: the request has no key.
            MissingScopeError: the key lacks that scope.
        """
        if not isinstance(request.auth, Token):
            raise exceptions.NotAuthenticated(_("This needs a key."))
        method = "GET" if request.method == "HEAD" else request.method or ""
        scope = self.scopes.get(method, "")
        if scope and scope not in request.auth.good_for:
            raise MissingScopeError(scope)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Forbid caches to store the answer, which is for one account."""
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers["Cache-Control"] = "no-store"
        return done

    @property
    def token(self) -> Token:
        """Return the key with which the request was made."""
        token = self.request.auth
        assert isinstance(token, Token)
        return token

    @property
    def player(self) -> Player:
        """Return the player of the API key's account."""
        return player_for(self.token.user)

    @property
    def caller(self) -> Caller:
        """Return account and key of the request, in the form that calls to the live tables take."""
        token = self.token
        return Caller(
            user=token.user_id,
            player=self.player.pk,
            token=token.pk,
            scopes=token.good_for,
            expires=token.expiry.timestamp() if token.expiry else None,
            address=client_address(http_request(self.request)),
            language=get_language() or "",
        )
