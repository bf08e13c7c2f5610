"""Private notes of players on other players."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from games.models import Player, PlayerNote

MAX_NOTE_LENGTH: Final = 500
"""Maximum number of characters of a note."""
MAX_NOTES: Final = 500
"""Maximum number of notes of one author."""


class PlayerNoteError(ValueError):
    """Refusal of a private note on a player; `code` says why, and nothing is changed."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@transaction.atomic
def write_player_note(*, author: Player, subject: Player, text: str) -> bool:
    """Store the author's private note on a player; return whether there is a note afterwards.

    It replaces an earlier note. An empty text deletes the note. Line breaks count as one character.

    Raises:
        PlayerNoteError: `oneself`, `too_long` or `too_many`.
    """
    text = text.replace("\0", "").replace("\r\n", "\n").strip()
    if author.pk == subject.pk:
        raise PlayerNoteError("oneself")
    if len(text) > MAX_NOTE_LENGTH:
        raise PlayerNoteError("too_long")
    Player.objects.select_for_update().get(pk=author.pk)  # so that the count stays true
    own = PlayerNote.objects.filter(author=author)
    if not text:
        own.filter(subject=subject).delete()
        return False
    if own.exclude(subject=subject).count() >= MAX_NOTES:
        raise PlayerNoteError("too_many")
    PlayerNote.objects.update_or_create(author=author, subject=subject, defaults={"text": text})
    return True
