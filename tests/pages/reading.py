"""Pages read as a reader would: their text, links and lists."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import Player, Rating


def page(path: str, client: Client | None = None, status: int = 200, **query: Any) -> str:
    """The HTML of a page, which holds no script or style of its own."""
    answer = (client or Client()).get(path, query, headers={"accept-language": "en"})
    assert answer.status_code == status
    html = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", html)
    return html


def main(html: str) -> str:
    """The page's own part."""
    return html.split("<main")[1].split("</main>")[0]


def without_tokens(html: str) -> str:
    """The HTML without its random tokens, in which any few letters may stand by chance."""
    return re.sub(
        r'(csrfmiddlewaretoken" value|nonce|content)="[A-Za-z0-9+/_=-]{20,}"', r"\1", html
    )


def words(html: str) -> str:
    """The text of the page's own part in one line."""
    text = re.sub(r"<[^>]+>", " ", "<main" + main(html))
    return re.sub(r"\s+", " ", unescape(text))


def links(html: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'<a\b[^>]*?href="([^"]+)"', main(html))]


def listed(html: str) -> list[str]:
    """Ids of the matches in a page, in order."""
    pattern = re.compile(reverse("match", args=["X"]).replace("X", r"(\w+)"))
    found = [pattern.fullmatch(link) for link in links(html)]
    return [one[1] for one in found if one]


def board_of(count: int, pool: str = "2") -> None:
    people = Player.objects.bulk_create(Player(name=f"p{number:02}") for number in range(count))
    Rating.objects.bulk_create(
        Rating(player=one, pool=pool, mu=25, sigma=3, display=1500 + number, matches=20)
        for number, one in enumerate(people)
    )


def part_words(html: str) -> str:
    """The words of a part of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
