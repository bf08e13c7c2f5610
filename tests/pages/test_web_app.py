"""The site as an app, and the picture of a match that is shared."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from games.pages import share_picture
from games.pages.match_picture import draw
from games.pages.web_app import ICON_SIZES_PX, SHELL_FILES

PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height in a PNG's head."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


@pytest.mark.parametrize("language", ["es", "ca", "en"])
def test_the_manifest_makes_it_installable(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    found = json.loads(client.get("/manifest.webmanifest").content)
    assert (found["lang"], found["display"], found["scope"]) == (language, "standalone", "/")
    for icon in found["icons"]:
        png = client.get(icon["src"]).content
        side = int(icon["sizes"].split("x")[0])
        assert png.startswith(PNG)
        assert size_of(png) == (side, side)
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    assert {192, 512} <= set(ICON_SIZES_PX)


def test_there_are_no_icons_of_other_sizes(client: Client) -> None:
    assert client.get("/icon-4096.png").status_code == 404


def test_the_worker_keeps_files_and_no_page_of_anybody(client: Client) -> None:
    answer = client.get("/sw.js")
    code = answer.content.decode()
    shell = json.loads(re.match(r"self\.SHELL = (.*);", code)[1])  # type: ignore[index]
    assert len(shell["files"]) == len(SHELL_FILES)
    assert answer["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer["Cache-Control"]
    kept = re.findall(r"credentials: '(\w+)'", code)
    assert set(kept) == {"omit"}, "pages for keeping are fetched as a stranger"


@pytest.mark.django_db
def test_the_page_for_no_connection_names_nobody(client: Client) -> None:
    assert client.get("/offline/").status_code == 200


def test_a_picture_has_the_size_that_is_said_of_it() -> None:
    record = {
        "deals": [{"tricks": [{"plays": [{"seat": 0, "card": "O1"}, {"seat": 1, "card": "C3"}]}]}],
        "sides": [[0], [1]],
        "score": [3, 1],
        "winners": [0],
        "rules": {"deck.french": "off"},
    }
    png = draw(record)
    assert png.startswith(PNG)
    assert size_of(png) == (1200, 630)


@pytest.mark.parametrize("faces", ["off", "kqj", "1098", "all52"])
def test_every_deck_can_be_drawn_into_a_picture(faces: str) -> None:
    drawing = share_picture.picture(["O12", "C8", "E11", "B1"], [2, 0], french=faces)
    assert drawing.count("<svg") == 1


@pytest.mark.django_db
def test_there_is_no_picture_of_a_match_that_there_is_not(client: Client) -> None:
    assert client.get("/matches/nothing/picture.png").status_code == 404
