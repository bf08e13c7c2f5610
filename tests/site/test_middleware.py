"""A look at each request before it is answered: the same in a thread and on a loop."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync, iscoroutinefunction
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client, RequestFactory

from brisca_site.middleware import before_answering


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
