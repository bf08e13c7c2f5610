"""Views of a match's files: its record to download, and a visitor's own notes."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import count
from brisca_site.base.conditional import conditional
from games.pages.visitor import player_of
from games.selectors.matches import record_json, record_tag
from games.services.notes import NoteError, write_note

RECORD_CACHE_CONTROL: Final = "public, no-cache"
"""Cache-Control of records: revalidated, since a name leaves the record with its account."""


@require_safe
def match_record(request: HttpRequest, match_id: str) -> HttpResponseBase:
    """Answer with the JSON record of a finished match as a download, or 304 if unchanged.

    Raises:
        Http404: there is no such record.
    """
    tag = record_tag(match_id)
    if tag is None:
        raise Http404
    return conditional(
        request, tag, {"Cache-Control": RECORD_CACHE_CONTROL}, lambda: _record_file(match_id)
    )


def _record_file(match_id: str) -> HttpResponse:
    """Return the HTTP response with the record of a match as a JSON download.

    Raises:
        Http404: there is no such record.
    """
    body = record_json(match_id)
    if body is None:
        raise Http404
    name = f'attachment; filename="brisca-{match_id}.json"'
    headers = {"Content-Disposition": name}
    return HttpResponse(body, content_type="application/json", headers=headers)


@require_POST
def match_note(request: HttpRequest, match_id: str) -> HttpResponse:
    """Store a visitor's note on a place of a match, `d1t3` for trick 3; answer 204, 400 or 403.

    Raises:
        Http404: there is no such finished match.
        TooManyError: the visitor is at the limit `note`.
    """
    me = player_of(request)
    if me is None:
        return HttpResponse(status=403)
    count(request, "note")
    place, text = request.POST.get("place", "")[:20], request.POST.get("text", "")
    try:
        write_note(player=me, match_id=match_id, place=place, text=text)
    except NoteError as error:
        if error.code == "no_match":
            raise Http404 from None
        return HttpResponse(error.code, status=400, content_type="text/plain")
    return HttpResponse(status=204)
