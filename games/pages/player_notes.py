"""The view by which a player writes a private note on another player."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from accounts.limits import count
from games.models import Player
from games.pages.people import named_player
from games.pages.visitor import ensure_player
from games.selectors.player_notes import notes_on
from games.services.player_notes import MAX_NOTE_LENGTH, PlayerNoteError, write_player_note

NOTE_REFUSALS: Final[dict[str, Promise]] = {
    "oneself": _("That is you."),
    "too_long": _("Notes have 500 characters at most."),
    "too_many": _("You have 500 notes on players. Empty one first."),
}


def note_context(me: Player | None, other: Player) -> dict[str, Any]:
    """Return the template context of the visitor's private note on a player; {} if none is allowed.

    `me` is the visitor's player; None for strangers.
    """
    if me is None or me.pk == other.pk:
        return {}
    text = notes_on(me.pk, [other.pk]).get(other.pk, "")
    return {"note": {"text": text, "longest": MAX_NOTE_LENGTH}}


@require_POST
def player_note(request: HttpRequest, name: str) -> HttpResponse:
    """Store or delete the visitor's note on a player, and redirect to the player's page.

    Raises:
        Http404: there is no such player.
        TooManyError: the visitor is at the limit `social`.
    """
    other = named_player(name)
    me = ensure_player(request)
    count(request, "social")
    try:
        is_stored = write_player_note(author=me, subject=other, text=request.POST.get("text", ""))
    except PlayerNoteError as error:
        messages.error(request, str(NOTE_REFUSALS[error.code]))
    else:
        messages.success(
            request, _t("Your note is saved.") if is_stored else _t("Your note is gone.")
        )
    return redirect("player", other.name)


PLAYER_NOTE_URLS: list[Any] = [
    path("players/<str:name>/note/", player_note, name="player_note"),
]
