"""Views that request the analysis of a match, or try other cards in a finished match."""

from __future__ import annotations

import re
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count
from games.record.variation import VariationError
from games.selectors.matches import record_tag
from games.selectors.review import variation_of
from games.services.analyses import ask_for_analysis

_PLACE: Final = re.compile(r"d([1-9]\d{0,2})p(\d{1,3})", re.ASCII)
_CARD: Final = re.compile(r"[OCEB]\d{1,2}", re.ASCII)


@require_POST
def ask(request: HttpRequest, match_id: str) -> HttpResponse:
    """Queue the analysis of a finished match for a visitor, and redirect to the match's page.

    Raises:
        Http404: there is nothing to analyse.
        TooManyError: the visitor is at the limit `analyse`.
    """
    count(request, "analyse")
    if not ask_for_analysis(match_id=match_id):
        raise Http404
    return redirect("match", match_id=match_id)


@require_safe
def variation(request: HttpRequest, match_id: str) -> HttpResponse:
    """Answer with JSON: the position after other cards are played in a finished match.

    `?at=d1p6&cards=E11,B4` plays these two cards after six cards of the first deal. Nothing is
    stored. The answer is 400 with `bad_place` for malformed input, and with `no_such_move` where
    the cards cannot be played there.

    Raises:
        Http404: there is no public finished match with this id.
        TooManyError: the visitor is at the limit `variation`.
    """
    count(request, "variation")
    if record_tag(match_id) is None:
        raise Http404
    at = _PLACE.fullmatch(request.GET.get("at", ""))
    cards = request.GET.get("cards", "").split(",")
    if at is None or not all(map(_CARD.fullmatch, cards)):
        return JsonResponse({"code": "bad_place"}, status=400)
    try:
        position = variation_of(match_id, int(at[1]), int(at[2]), cards)
    except VariationError:
        return JsonResponse({"code": "no_such_move"}, status=400)
    if position is None:
        raise Http404
    return JsonResponse(position, headers={"Cache-Control": "private, no-store"})


ANALYSIS_URLS: Final[list[Any]] = [
    path("matches/<slug:match_id>/analyse/", ask, name="match_analyse"),
    path("matches/<slug:match_id>/variation/", variation, name="match_variation"),
]
