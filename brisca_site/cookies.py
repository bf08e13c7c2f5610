"""The API reads no cookie: neither whose session it is nor the language that a browser remembers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware


@sync_and_async_middleware
def none_for_programs(get_response: Callable[..., Any]) -> Callable[..., Any]:
    """Take the cookies off whatever is asked of the API."""
    if iscoroutinefunction(get_response):

        async def answer_soon(request: HttpRequest) -> HttpResponseBase:
            _take_off(request)
            response: HttpResponseBase = await get_response(request)
            return response

        return answer_soon

    def answer(request: HttpRequest) -> HttpResponseBase:
        _take_off(request)
        response: HttpResponseBase = get_response(request)
        return response

    return answer


def _take_off(request: HttpRequest) -> None:
    if request.path.startswith("/api/v1/"):
        request.COOKIES = {}
