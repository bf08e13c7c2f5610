"""Reads of private notes on players; all are for the author of the notes alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.db.models import QuerySet

from brisca_site.prepared_queries import prepared
from games.models import Player, PlayerNote


def notes_on(author: int, subjects: Collection[int]) -> dict[int, str]:
    """Return player (row id) -> the author's private note on them, of those of `subjects` with one."""
    return dict(_notes_on(author, subjects))


@prepared
def _notes_on(author: int, subjects: Collection[int]) -> QuerySet[PlayerNote, tuple[int, str]]:
    """Return (subject, text) of an author's notes on these players, all given by row ids."""
    rows = PlayerNote.objects.filter(author=author, subject__id__in=subjects)
    return rows.values_list("subject_id", "text")


def noted_seats(
    viewers: Sequence[Player | None], players: Mapping[int, int]
) -> dict[int, list[int]]:
    """Return viewer (player id) -> the seats with players on whom that viewer has a note.

    `players` has the player's id by seat. This alone decides what a table tells about notes: that
    there is one, to its author. Viewers without a note there have no entry.
    """
    authors = [viewer.pk for viewer in viewers if viewer is not None]
    if not authors or not players:
        return {}
    written = set(_written_by(authors, list(players.values())))
    found: dict[int, list[int]] = {}
    for seat, player in sorted(players.items()):
        for author in authors:
            if (author, player) in written:
                found.setdefault(author, []).append(seat)
    return found


@prepared
def _written_by(
    authors: Collection[int], subjects: Collection[int]
) -> QuerySet[PlayerNote, tuple[int, int]]:
    """Return (author, subject) of the notes of these authors on these players; all are row ids."""
    rows = PlayerNote.objects.filter(author__id__in=authors, subject__id__in=subjects)
    return rows.values_list("author_id", "subject_id")


def own_notes(author: Player) -> list[dict[str, str]]:
    """Return all notes of an author with the names of their subjects, for the author's download."""
    rows = PlayerNote.objects.filter(author=author).order_by("pk")
    return [
        {"player": name, "text": text} for name, text in rows.values_list("subject__name", "text")
    ]
