"""Programs are answered in English, unless they ask for another language of the site."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from accounts.request_language import language_asked_for
from games.live.clients.visitor import language_of

SENTENCES = {
    "en": "There is nothing at this address.",
    "es": "No hay nada en esta dirección.",
    "ca": "No hi ha res en aquesta adreça.",
}
ASKED = [
    (None, "en"),
    ("", "en"),
    ("*", "en"),
    ("fr", "en"),
    ("fr,*;q=0.5", "en"),
    ("es", "es"),
    ("es-MX,es;q=0.9,en;q=0.5", "es"),
    ("fr,ca;q=0.7,en;q=0.3", "ca"),
    ("en-GB", "en"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("header", "language"), ASKED)
@pytest.mark.parametrize("path", ["/api/v1/players/nobody/", "/api/v1/nothing/", "/api/nothing/"])
def test_an_error_of_the_api_is_in_english_or_in_the_language_asked_for(
    path: str, header: str | None, language: str
) -> None:
    headers = {} if header is None else {"accept-language": header}
    for get in (Client().get, async_to_sync(AsyncClient().get)):
        answer = get(path, headers=headers)
        assert answer.json()["error"]["message"] == SENTENCES[language]
        assert answer["Content-Language"] == language


@pytest.mark.django_db
def test_the_language_of_one_answer_is_not_that_of_the_next() -> None:
    client = Client()
    assert client.get("/api/v1/nothing/")["Content-Language"] == "en"
    assert client.get("/rules/")["Content-Language"] == "es"
    assert client.get("/api/v1/nothing/")["Content-Language"] == "en"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/docs/", "/api/asyncapi/docs/", "/developers/"])
def test_pages_for_people_stay_in_the_language_of_the_site(path: str) -> None:
    assert Client().get(path)["Content-Language"] == "es"


@pytest.mark.parametrize(("header", "language"), ASKED)
def test_what_a_header_asks_for(header: str | None, language: str) -> None:
    assert (language_asked_for(header or "") or "en") == language


def scope(cookie: str = "", **headers: str) -> dict[str, Any]:
    named = [
        (name.replace("_", "-").encode(), value.encode("latin-1"))
        for name, value in headers.items()
    ]
    cookies = {"django_language": cookie} if cookie else {}
    return {"headers": named, "cookies": cookies}


@pytest.mark.parametrize(
    ("handshake", "language"),
    [
        (scope(), "en"),
        (scope(accept_language="*"), "en"),
        (scope(authorization="Bearer brisca_x", accept_language="fr"), "en"),
        (scope(authorization="Bearer brisca_x", accept_language="ca"), "ca"),
        (scope(accept_language="fr-FR,fr;q=0.9"), "es"),
        (scope(accept_language="ca-ES,ca;q=0.9"), "ca"),
        (scope("ca", accept_language="en-GB"), "ca"),
        (scope("ca"), "ca"),
        (scope("klingon"), "en"),
    ],
)
def test_a_socket_speaks_english_to_programs_and_to_browsers_what_their_pages_speak(
    handshake: dict[str, Any], language: str
) -> None:
    assert language_of(handshake) == language
