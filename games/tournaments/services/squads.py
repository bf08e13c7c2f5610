"""Teams of a match of two teams: which of them an entrant plays for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.models import Tournament, TournamentEntrant
from games.models.tournaments import ENTERED, Format
from games.services.errors import TournamentError
from games.services.tournaments.creating import squad_size
from games.tournaments.team_match import SQUADS

NO_SQUAD: Final = 0
"""Of entrants of other formats, and of those who have no place yet."""


def require_squad(tournament: Tournament, squad: int) -> None:
    """Refuse the wish for a team (1 or 2) that does not exist, or is full while the other is not.

    Raises:
        TournamentError: `bad_squad` or `squad_full`.
    """
    if squad == NO_SQUAD:
        return
    if tournament.format != Format.TEAMS or squad not in SQUADS:
        raise TournamentError("bad_squad")
    free = free_places(tournament)
    if not free[squad] and any(free.values()):
        raise TournamentError("squad_full")


def give_squad(tournament: Tournament, entrant: TournamentEntrant) -> None:
    """Set the team of an entrant that has a place: the one it wished for, or the emptier one.

    The tournament is locked, and the entrant is not saved.
    """
    if tournament.format != Format.TEAMS:
        return
    free = free_places(tournament, but=entrant)
    if not free.get(entrant.squad):
        entrant.squad = max(SQUADS, key=lambda squad: (free[squad], -squad))


def free_places(
    tournament: Tournament, *, but: TournamentEntrant | None = None
) -> Mapping[int, int]:
    """Return team (1 or 2) -> number of entrants for which it has a place, without counting `but`."""
    entered = tournament.entrants.filter(status__in=ENTERED)
    if but is not None:
        entered = entered.exclude(pk=but.pk)
    taken = list(entered.values_list("squad", flat=True))
    size = squad_size(tournament.bots)
    return {squad: max(0, size - taken.count(squad)) for squad in SQUADS}
