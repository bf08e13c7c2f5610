"""JSON bodies of requests: limited in length, their fields checked."""

from __future__ import annotations

from typing import IO, Any, Final

import orjson
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.core.errors import InvalidParameterError, TooLargeError

LONGEST: Final = 65_536
"""Most bytes of a body; a longer one is not read."""


class StrictParser(BaseParser):
    """Parser of JSON bodies: UTF-8, no lone surrogates, no NaN or infinity, limited nesting."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> Any:
        """Return the value of a JSON body.

        Raises:
            TooLargeError: the body is longer than LONGEST bytes.
            ParseError: the body is no JSON.
        """
        text = stream.read(LONGEST + 1)
        if len(text) > LONGEST:
            raise TooLargeError
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            raise _no_object() from None


def read_body(request: Request, shape: type[serializers.Serializer[Any]]) -> dict[str, Any]:
    """Return the fields of a request's JSON body, checked by the serializer `shape`.

    Raises:
        ParseError: the body is not a JSON object.
        TooLargeError: the body is longer than LONGEST bytes.
        InvalidParameterError: names the first field that is unknown or wrong.
    """
    data = request.data
    if not isinstance(data, dict):
        raise _no_object()
    body = shape(data=data)
    if unknown := sorted(set(data) - set(body.fields)):
        raise InvalidParameterError(unknown[0][:60], _("There is no such field."))
    if not body.is_valid():
        name, reasons = next(iter(body.errors.items()))
        raise InvalidParameterError(name, _first(reasons))
    return dict(body.validated_data)


def _no_object() -> ParseError:
    return ParseError(_("The body is a JSON object."))


def _first(reasons: Any) -> str:
    """Return the first text in nested lists or dicts of reasons."""
    while isinstance(reasons, dict | list) and reasons:
        reasons = next(iter(reasons.values())) if isinstance(reasons, dict) else reasons[0]
    return str(reasons)
