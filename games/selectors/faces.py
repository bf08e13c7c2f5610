"""Reads of the faces of players.

A person's face is the tile that they have chosen, or that their name gives. A house bot's face is
the tree of its level.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Value
from django.db.models.functions import Lower

from accounts.faces import distinct_faces, face_of
from games.common.house_bots import house_level
from games.models import Player, TableSeat

UNKNOWN_SIT_TIME: Final = datetime.min.replace(tzinfo=UTC)
"""Time of seats that were taken before this time was stored."""


def seat_faces(seats: Iterable[TableSeat]) -> dict[int, str]:
    """Return the face of the player at each seat of one table; no two people have the same.

    Those who sat down earlier come before others, so that nobody's face changes when somebody sits
    down; a player whose face is taken has the next one. A house bot has its level's face.
    """
    seats = [seat for seat in seats if seat.player is not None]
    trees = {seat.seat: seat.player.bot for seat in seats if seat.player and seat.player.bot}
    seated_players = [
        (seat, seat.player) for seat in seats if seat.player is not None and not seat.player.bot
    ]
    seated_players.sort(key=lambda pair: (pair[0].sat_at or UNKNOWN_SIT_TIME, pair[0].seat))
    chosen = chosen_faces([player.pk for _seat, player in seated_players])
    own_faces = [chosen.get(player.pk) or face_of(player.name) for _seat, player in seated_players]
    seated = [seat.seat for seat, _player in seated_players]
    return trees | dict(zip(seated, distinct_faces(own_faces), strict=True))


def chosen_faces(players: Collection[int]) -> dict[int, str]:
    """Return player (row id) -> chosen face, for those of `players` who have chosen one."""
    users = get_user_model().objects.filter(player__in=players).exclude(face="")
    return dict(users.values_list("player", "face"))


def chosen_faces_by_name(names: Iterable[str]) -> dict[str, str]:
    """Return player (name) -> face, for those of these players who have chosen one.

    A house bot counts as having chosen its level's face.
    """
    asked_names = set(names)
    trees = {name: level for name in asked_names if (level := house_level(name))}
    low = [Lower(Value(name)) for name in asked_names]  # in lower case as the database knows it
    people = Player.objects.annotate(low=Lower("name")).filter(low__in=low, user__isnull=False)
    return trees | dict(people.exclude(user__face="").values_list("name", "user__face"))


def match_faces(names: Sequence[str]) -> list[str]:
    """Return a face for each player of a match (names, by seat); no two people have the same."""
    chosen = chosen_faces_by_name(names)
    people = [name for name in names if not house_level(name)]
    faces = distinct_faces(chosen.get(name) or face_of(name) for name in people)
    return [house_level(name) or faces[people.index(name)] for name in names]
