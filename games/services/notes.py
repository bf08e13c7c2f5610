"""Private notes on matches that are over."""

from __future__ import annotations

import re
from typing import Final

from django.db import transaction

from games.models import Match, Player, ReviewNote
from games.models.matches import MatchStatus
from games.record.variation import PLACE_PATTERN

MAX_NOTE_LENGTH: Final = 500
"""Maximum number of characters of a note."""
MAX_NOTES: Final = 200
"""Maximum number of notes of one player on one match."""
_PLACE: Final = re.compile(PLACE_PATTERN, re.ASCII)


class NoteError(ValueError):
    """Refusal of a player's note on a match; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def write_note(*, player: Player, match_id: str, place: str, text: str) -> None:
    """Store a player's note on a place in a match (public id), such as "d1t3c2"; "" deletes it.

    It replaces an earlier note of the player on the place.

    Raises:
        NoteError: `no_match`, `bad_place`, `too_long` or `too_many`.
    """
    text = text.replace("\0", "").strip()
    if not _PLACE.fullmatch(place):
        raise NoteError("bad_place")
    if len(text) > MAX_NOTE_LENGTH:
        raise NoteError("too_long")
    match = Match.objects.filter(public_id=match_id, status=MatchStatus.FINISHED).first()
    if match is None:
        raise NoteError("no_match")
    Player.objects.select_for_update().get(pk=player.pk)
    own = ReviewNote.objects.filter(player=player, match=match)
    if not text:
        own.filter(place=place).delete()
        return
    if own.exclude(place=place).count() >= MAX_NOTES:
        raise NoteError("too_many")
    ReviewNote.objects.update_or_create(
        player=player, match=match, place=place, defaults={"text": text}
    )
