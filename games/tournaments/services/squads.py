"""Teams of a match of two teams: which of them an entrant plays for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.common.errors import TournamentError
from games.tournaments.models import Tournament, TournamentEntrant
from games.tournaments.models.tournaments import ENTERED, Format
from games.tournaments.rules.team_match import SQUADS
from games.tournaments.services.creating import squad_size

NO_SQUAD: Final = 0
"""Team number of entrants of other formats, and of those without a place yet."""


def require_squad(tournament: Tournament, squad: int) -> None:
    """Raise an error if the wished team (1 or 2) is invalid, or full while the other is not.

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
    """Set the team (1 or 2) of an entrant with a place: the wished one, or the emptier one.

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
    """Return team (1 or 2) -> its free places for entrants; `but` is not counted."""
    entered = tournament.entrants.filter(status__in=ENTERED)
    if but is not None:
        entered = entered.exclude(pk=but.pk)
    squads = list(entered.values_list("squad", flat=True))
    size = squad_size(tournament.bots)
    return {squad: max(0, size - squads.count(squad)) for squad in SQUADS}
