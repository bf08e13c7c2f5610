"""The errors of the API, all of one shape: `{"error": {"code", "message", "details"}}`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from accounts.limits import TooManyError

A_WHILE: Final = 60
"""Seconds after which a client may repeat what it did too often, where nothing tells it exactly."""


class ApiError(exceptions.APIException):
    """API error, raised in a view and sent as JSON; the keyword `details` are sent with it."""

    status_code: int = status.HTTP_400_BAD_REQUEST
    code = "bad_request"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message, self.code)
        self.message = message
        self.details = details


class UnknownParameterError(ApiError):
    """API error 400: the address has no query parameter of this name."""

    code = "unknown_parameter"

    def __init__(self, name: str, allowed: Sequence[str]) -> None:
        message = _("There is no parameter “%(name)s” here.") % {"name": name[:60]}
        super().__init__(message, parameter=name[:60], allowed=list(allowed))


class InvalidParameterError(ApiError):
    """API error 400: the value of a query parameter, or of a field of the body, is wrong."""

    code = "invalid_parameter"

    def __init__(self, name: str, why: str) -> None:
        message = _("“%(name)s”: %(why)s") % {"name": name, "why": why}
        super().__init__(message, parameter=name)


class MissingError(ApiError):
    """API error 404: the object does not exist, or strangers may not see it; both look the same."""

    status_code = status.HTTP_404_NOT_FOUND
    code = "not_found"

    def __init__(self, what: str = "") -> None:
        super().__init__(_("There is nothing at this address."), **({"what": what} if what else {}))


class ConflictError(ApiError):
    """API error 409: a service refuses the request, for the reason that the stable `code` names."""

    status_code = status.HTTP_409_CONFLICT

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class MatchRunningError(ApiError):
    """API error 409: what is asked for is public only after the match."""

    status_code = status.HTTP_409_CONFLICT
    code = "match_running"

    def __init__(self) -> None:
        super().__init__(_("This match is still being played."))


class DailyRunningError(ApiError):
    """API error 409: the results of a daily deal are asked for while it can still be played."""

    status_code = status.HTTP_409_CONFLICT
    code = "daily_running"

    def __init__(self) -> None:
        super().__init__(_("This deal of the day is shown some hours after its day is over."))


class NotAnalysedError(ApiError):
    """API error 404: the match has no analysis and will not get one soon; `state` says why."""

    status_code = status.HTTP_404_NOT_FOUND
    code = "not_analysed"

    def __init__(self, state: str) -> None:
        super().__init__(_("This match has not been analysed."), state=state)


class TooManyDownloadsError(ApiError):
    """API error 429: as many downloads run as this visitor, or all visitors together, may have."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    code = "too_many_downloads"
    wait = 30

    def __init__(self) -> None:
        super().__init__(
            _("A download is running already. Wait until it has ended, or take a monthly file.")
        )


class TooLargeError(ApiError):
    """API error 413: the request body is over the size limit."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    code = "too_large"

    def __init__(self) -> None:
        super().__init__(_("That message is too long."))


CODES: Final = {
    status.HTTP_400_BAD_REQUEST: "bad_request",
    status.HTTP_401_UNAUTHORIZED: "not_authenticated",
    status.HTTP_403_FORBIDDEN: "forbidden",
    status.HTTP_404_NOT_FOUND: "not_found",
    status.HTTP_405_METHOD_NOT_ALLOWED: "method_not_allowed",
    status.HTTP_406_NOT_ACCEPTABLE: "not_acceptable",
    status.HTTP_415_UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
    status.HTTP_429_TOO_MANY_REQUESTS: "throttled",
}


def error_body(code: str, message: str, details: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the JSON body of an error: `code` and `details` for programs, `message` for people."""
    return {"error": {"code": code, "message": message, "details": details or {}}}


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the error response to an exception of a view; None if it is not one of the API's."""
    if isinstance(error, Http404):
        error = MissingError()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, RequestDataTooBig):
        error = TooLargeError()
    elif isinstance(error, TooManyError):
        error = exceptions.Throttled(wait=error.limit.wait_s if error.limit else A_WHILE)
    if not isinstance(error, exceptions.APIException):
        return None
    headers: dict[str, str] = {}
    details: dict[str, Any] = getattr(error, "details", {})
    wait = getattr(error, "wait", None)
    if wait is not None:
        seconds = max(1, math.ceil(wait))
        headers["Retry-After"] = str(seconds)
        details = {**details, "retry_after": seconds}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    code = error.code if isinstance(error, ApiError) else CODES.get(error.status_code, "error")
    message = error.message if isinstance(error, ApiError) else str(error.detail)
    return Response(error_body(code, message, details), error.status_code, headers=headers)
