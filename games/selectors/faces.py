"""Reads of the faces of players: the tile that each has chosen, or that their name gives."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.db.models.functions import Lower

from accounts.faces import distinct_faces, face_of
from brisca_site.prepared_queries import prepared
from games.models import Player, TableSeat

LONG_AGO: Final = datetime.min.replace(tzinfo=UTC)
"""Time of seats that were taken before this time was stored."""


def seat_faces(seats: Iterable[TableSeat]) -> dict[int, str]:
    """Return the face of the player at each seat of one table, all of them different.

    People come before bots, and those who sat down earlier before others, so that nobody's face
    changes when somebody sits down; a player whose face is taken has the next one.
    """
    taken = [(seat, seat.player) for seat in seats if seat.player is not None]
    taken.sort(key=lambda one: (bool(one[1].bot), one[0].sat_at or LONG_AGO, one[0].seat))
    chosen = chosen_faces([player.pk for _seat, player in taken])
    wanted = [chosen.get(player.pk) or face_of(player.name) for _seat, player in taken]
    seated = [seat.seat for seat, _player in taken]
    return dict(zip(seated, distinct_faces(wanted), strict=True))


def chosen_faces(players: Collection[int]) -> dict[int, str]:
    """Return player (row id) -> chosen face, of those of these players who have chosen one."""
    users = get_user_model().objects.filter(player__in=players).exclude(face="")
    return dict(users.values_list("player", "face"))


def chosen_faces_by_name(names: Iterable[str]) -> dict[str, str]:
    """Return player (name) -> chosen face, of those of these players who have chosen one."""
    return dict(_faces_of(set(names)))


@prepared
def _faces_of(names: Collection[str]) -> QuerySet[Player, tuple[str, str]]:
    """Return names and chosen faces of players, found by the index of the names without case."""
    low = [Lower(name) for name in names]  # as the database knows what is small
    people = Player.objects.annotate(low=Lower("name")).filter(low__in=low, user__isnull=False)
    return people.exclude(user__face="").values_list("name", "user__face")


def match_faces(names: Sequence[str]) -> list[str]:
    """Return a face for each player of a match (names, by seat), all of them different."""
    chosen = chosen_faces_by_name(names)
    return distinct_faces(chosen.get(name) or face_of(name) for name in names)
