"""Reads of private notes on players; all are for the author of the notes alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.models import Player, PlayerNote


def notes_on(author: int, subjects: Collection[int]) -> dict[int, str]:
    """Return player (row id) -> the author's private note, for those of `subjects` with a note."""
    rows = PlayerNote.objects.filter(author=author, subject__in=subjects)
    return dict(rows.values_list("subject_id", "text"))


def noted_seats(
    viewers: Sequence[Player | None], players: Mapping[int, int]
) -> dict[int, list[int]]:
    """Return viewer (player id) -> the seats with players on whom that viewer has a note.

    `players` has the player's id by seat. A table tells its viewers no more about notes than this.
    Viewers without a note there have no entry.
    """
    authors = [viewer.pk for viewer in viewers if viewer is not None]
    if not authors or not players:
        return {}
    rows = PlayerNote.objects.filter(author__in=authors, subject__in=players.values())
    written = set(rows.values_list("author_id", "subject_id"))
    seats_by_author: dict[int, list[int]] = {}
    for seat, player in sorted(players.items()):
        for author in authors:
            if (author, player) in written:
                seats_by_author.setdefault(author, []).append(seat)
    return seats_by_author


def own_notes(author: Player) -> list[dict[str, str]]:
    """Return all notes of an author with the names of their subjects, for the author's download."""
    rows = PlayerNote.objects.filter(author=author).order_by("pk")
    return [
        {"player": name, "text": text} for name, text in rows.values_list("subject__name", "text")
    ]
