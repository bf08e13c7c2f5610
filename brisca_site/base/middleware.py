"""Middleware made from a function of each request or response, for threads and event loops."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

GetResponse: TypeAlias = Callable[..., Any]
"""The next handler: a function, or a coroutine function on an event loop."""


def before_answering(look: Callable[[HttpRequest], None]) -> Callable[[GetResponse], GetResponse]:
    """Return middleware that calls `look` with every request first; its exceptions pass through.

    On an event loop `look` runs on the loop, so it must not block. Django's MiddlewareMixin would
    use a thread for each request.
    """

    @sync_and_async_middleware
    @wraps(look)
    def middleware(get_response: GetResponse) -> GetResponse:
        if iscoroutinefunction(get_response):

            async def answer_async(request: HttpRequest) -> HttpResponseBase:
                look(request)
                response: HttpResponseBase = await get_response(request)
                return response

            return answer_async

        def answer(request: HttpRequest) -> HttpResponseBase:
            look(request)
            response: HttpResponseBase = get_response(request)
            return response

        return answer

    return middleware


def after_answering(
    finish: Callable[[HttpRequest, HttpResponseBase], None],
) -> Callable[[GetResponse], GetResponse]:
    """Return middleware that calls `finish` with every request and its response, to change it.

    On an event loop `finish` runs on the loop, so it must not block.
    """

    @sync_and_async_middleware
    @wraps(finish)
    def middleware(get_response: GetResponse) -> GetResponse:
        if iscoroutinefunction(get_response):

            async def answer_async(request: HttpRequest) -> HttpResponseBase:
                response: HttpResponseBase = await get_response(request)
                finish(request, response)
                return response

            return answer_async

        def answer(request: HttpRequest) -> HttpResponseBase:
            response: HttpResponseBase = get_response(request)
            finish(request, response)
            return response

        return answer

    return middleware
