"""Types of the API's error answers."""

from __future__ import annotations

from typing import Annotated, TypedDict


class ErrorDetails(TypedDict, total=False):
    """Part of API answers: values that explain an error; the code says which there are."""
    parameter: Annotated[str, "Name of what is wrong in the request."]
    allowed: Annotated[list[str], "What the address takes instead."]
    what: Annotated[str, "What was not found."]
    scope: Annotated[str, "What the key would have to be good for."]
    option: Annotated[str | None, "Of the rules."]
    reason: Annotated[str, "Why these rules cannot stand."]
    state: Annotated[str, "Why there is no analysis: `none`, `failed` or `impossible`."]
    retry_after: Annotated[int, "Seconds."]

class ErrorDetail(TypedDict):
    """Part of API answers: the code of an error, its message for people, and its details."""
    code: Annotated[str, "For programs; never changes."]
    message: Annotated[str, "For people, in their language."]
    details: ErrorDetails

class Error(TypedDict):
    """API answer: an error; every answer that is no success has this shape."""
    error: ErrorDetail
