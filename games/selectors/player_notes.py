"""Reads of private notes on players; all are for the author of the notes alone."""

from __future__ import annotations

from collections.abc import Collection

from games.models import Player, PlayerNote


def notes_on(author: int, subjects: Collection[int]) -> dict[int, str]:
    """Return the author's notes on these players; all are ids, and players without one have none."""
    rows = PlayerNote.objects.filter(author=author, subject__in=subjects)
    return dict(rows.values_list("subject_id", "text"))


def own_notes(author: Player) -> list[dict[str, str]]:
    """Return all notes of an author with the names of their subjects, for the author's download."""
    rows = PlayerNote.objects.filter(author=author).order_by("pk")
    return [
        {"player": name, "text": text} for name, text in rows.values_list("subject__name", "text")
    ]
