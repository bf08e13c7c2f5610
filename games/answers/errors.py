"""Types of the API's error answers."""

from __future__ import annotations

from typing import Annotated, TypedDict


class ErrorDetails(TypedDict, total=False):
    """Details that belong to the code of an error; no others are given."""
    parameter: Annotated[str, "Name of what is wrong in the request."]
    allowed: Annotated[list[str], "What the address takes instead."]
    what: Annotated[str, "What was not found."]
    scope: Annotated[str, "What the key would have to be good for."]
    option: Annotated[str | None, "Of the rules."]
    reason: Annotated[str, "Why these rules cannot stand."]
    state: Annotated[str, "Why there is no analysis: `none`, `failed` or `impossible`."]
    retry_after: Annotated[int, "Seconds."]

class ErrorDetail(TypedDict):
    """The code, the message and the details of an error."""
    code: Annotated[str, "For programs; never changes."]
    message: Annotated[str, "For people, in their language."]
    details: ErrorDetails

class Error(TypedDict):
    """Every answer that is no success."""
    error: ErrorDetail
