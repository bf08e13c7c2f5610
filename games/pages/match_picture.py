"""The preview picture of a match for shared links: the last trick and the score."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import orjson
import resvg_py
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.limits import count
from games.common.own_side import sides_in_order
from games.pages import share_picture
from games.selectors.matches import record_json

PICTURE_WIDTH_PX: Final = 1200
CACHE_S: Final = 3600


@require_safe
@cache_control(public=True, max_age=86_400)
def match_picture(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with the preview of a finished match as a PNG of 1200 x 630 pixels.

    Raises:
        Http404: there is no finished match with this id.
        TooManyError: the visitor is at the limit `picture` for pictures that are not cached.
    """
    body = record_json(match_id)
    if body is None:
        raise Http404
    key = "picture:" + hashlib.sha256(match_id.encode()).hexdigest()
    png = cache.get(key)
    if png is None:
        count(request, "picture")
        png = draw(orjson.loads(body))
        cache.set(key, png, CACHE_S)
    return HttpResponse(png, content_type="image/png")


def draw(record: dict[str, Any]) -> bytes:
    """Draw the preview of a match from its record, the winners' score first; return PNG bytes."""
    tricks = [trick for deal in record["deals"] for trick in deal["tricks"]]
    plays = tricks[-1]["plays"] if tricks else []
    cards = [play["card"] for play in plays][: share_picture.MAX_CARDS]
    order = sides_in_order(record["sides"], None, winners=record["winners"] or ())
    score = [int(record["score"][side]) for side in order]
    french = record["rules"].get("deck.french", "off")
    drawing = share_picture.picture(cards, score, french=french)
    return bytes(
        resvg_py.svg_to_bytes(svg_string=drawing, width=PICTURE_WIDTH_PX, skip_system_fonts=True)
    )


PICTURE_URLS = [path("matches/<str:match_id>/picture.png", match_picture, name="match_picture")]
