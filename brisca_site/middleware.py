"""Middleware made of one look at each request before it is answered, in a thread or on a loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

GetResponse: TypeAlias = Callable[..., Any]
"""What answers a request: a function, or a coroutine function where the site runs on a loop."""


def before_answering(look: Callable[[HttpRequest], None]) -> Callable[[GetResponse], GetResponse]:
    """Middleware that gives every request to `look` first; what that raises is the answer.

    On a loop `look` runs on it, so it must not wait. Django's MiddlewareMixin would send it through
    a thread for each request.
    """

    @sync_and_async_middleware
    @wraps(look)
    def middleware(get_response: GetResponse) -> GetResponse:
        if iscoroutinefunction(get_response):

            async def answer_soon(request: HttpRequest) -> HttpResponseBase:
                look(request)
                response: HttpResponseBase = await get_response(request)
                return response

            return answer_soon

        def answer(request: HttpRequest) -> HttpResponseBase:
            look(request)
            response: HttpResponseBase = get_response(request)
            return response

        return answer

    return middleware
