"""Clubs of tournaments, as far as tournaments ask about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.common.ports import Port
from games.models import Player
from games.tournaments.models import Tournament


class EventClub(NamedTuple):
    """A club that holds a tournament: its name and its handle, the short name in its URL."""

    name: str
    handle: str


class EventClubs:
    """Interface to the clubs that hold tournaments; the default knows no club."""

    def is_member(self, tournament: Tournament, player: Player) -> bool:
        """Return True if a player is a member of a club that holds this tournament."""
        return False

    def clubs_holding(self, tournament: Tournament) -> list[EventClub]:
        """Return the clubs that hold a tournament: none, one, or the two of a challenge."""
        return []

    def common_club(self, tournament: Tournament, players: Sequence[int]) -> int | None:
        """Return the row id of the club of which all these players (row ids) are members, or None.

        At a challenge it is one of its two clubs. Of several it is the one they joined first.
        """
        return None


event_clubs: Final = Port(EventClubs)
