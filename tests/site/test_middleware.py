"""Functions of each request or response as middleware: the same in a thread and on a loop."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync, iscoroutinefunction
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import AsyncClient, Client, RequestFactory

from brisca_site.base.middleware import after_answering, before_answering


@before_answering
def only_gets(request: HttpRequest) -> None:
    """Refuses what is no GET."""
    if request.method != "GET":
        raise BadRequest("no GET")
    request.META["seen"] = "yes"


def at_once(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.META["seen"])


async def soon(request: HttpRequest) -> HttpResponse:
    return at_once(request)


@pytest.mark.parametrize("get_response", [at_once, soon])
def test_each_request_is_looked_at_before_it_is_answered(get_response: Any) -> None:
    made = only_gets(get_response)
    assert iscoroutinefunction(made) is iscoroutinefunction(get_response)
    answer = async_to_sync(made) if iscoroutinefunction(made) else made
    assert answer(RequestFactory().get("/")).content == b"yes"
    with pytest.raises(BadRequest):
        answer(RequestFactory().post("/"))


@after_answering
def named(request: HttpRequest, response: HttpResponseBase) -> None:
    """Writes the method into a header."""
    response.headers["X-Method"] = request.method or ""


@pytest.mark.parametrize("get_response", [at_once, soon])
def test_each_response_is_finished_with_its_request(get_response: Any) -> None:
    middleware = named(get_response)
    assert iscoroutinefunction(middleware) is iscoroutinefunction(get_response)
    answer = async_to_sync(middleware) if iscoroutinefunction(middleware) else middleware
    request = RequestFactory().get("/")
    request.META["seen"] = "yes"
    assert answer(request).headers["X-Method"] == "GET"


def test_it_is_known_by_the_name_and_words_of_the_look() -> None:
    assert (only_gets.__name__, only_gets.__doc__) == ("only_gets", "Refuses what is no GET.")


@pytest.mark.django_db
def test_a_nul_is_refused_and_cookies_of_programs_are_taken_off_on_a_loop_as_in_a_thread() -> None:
    headers = {"accept-language": "en", "cookie": "django_language=ca"}
    for get in (Client().get, async_to_sync(AsyncClient().get)):
        assert get("/%00/").status_code == 404
        assert get("/rules/?q=%00").status_code == 400
        told = get("/api/v1/players/nobody/", headers=headers).json()["error"]
        assert told["message"] == "There is nothing at this address."
