"""What the site stores; `games.models.Table` is the import, one idea a file."""

from games.models.chips import ChipAccount, ChipEntry, ChipTransfer, MatchPot
from games.models.fairness import DealNonce, DealReport
from games.models.figures import PlayerFigures, Rating, TeamFigures
from games.models.journal import Action, Deadline, DealSecret
from games.models.matches import Deal, Match, MatchRecord, Ruleset, Seat, Trick
from games.models.people import Player, Team
from games.models.tables import Table, TableSeat
from games.models.workers import Worker

__all__ = [
    "Action",
    "ChipAccount",
    "ChipEntry",
    "ChipTransfer",
    "Deadline",
    "Deal",
    "DealNonce",
    "DealReport",
    "DealSecret",
    "Match",
    "MatchPot",
    "MatchRecord",
    "Player",
    "PlayerFigures",
    "Rating",
    "Ruleset",
    "Seat",
    "Table",
    "TableSeat",
    "Team",
    "TeamFigures",
    "Trick",
    "Worker",
]
