"""Database models of tournaments."""

from games.tournaments.models.rounds import (
    EntryBan,
    TournamentAction,
    TournamentDeck,
    TournamentGame,
    TournamentPlace,
    TournamentRound,
)
from games.tournaments.models.tournaments import (
    Tournament,
    TournamentEntrant,
    TournamentMember,
    TournamentSeries,
)

__all__ = [
    "EntryBan",
    "Tournament",
    "TournamentAction",
    "TournamentDeck",
    "TournamentEntrant",
    "TournamentGame",
    "TournamentMember",
    "TournamentPlace",
    "TournamentRound",
    "TournamentSeries",
]
