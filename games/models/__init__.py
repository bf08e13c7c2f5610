"""Database models of the site, one subject a file; import them from `games.models`."""

from games.models.analyses import (
    DailyPuzzle,
    ExerciseTry,
    MatchAnalysis,
    Mistake,
    SeatAnalysis,
)
from games.models.chips import ChipAccount, ChipEntry, ChipTransfer, MatchPot
from games.models.daily import DailyDeal, DailyLook, DailyStreak, DailyTry
from games.models.fairness import DealNonce, DealReport, ShuffleFigures
from games.models.figures import PlayerDay, PlayerFigures, PlayerOpening, RivalFigures, TeamFigures
from games.models.journal import Action, Deadline, DealerDraw, DealSecret
from games.models.matches import Deal, Match, MatchRecord, Ruleset, Seat, Trick
from games.models.notes import ReviewNote
from games.models.people import Player, Team, TeamPlayer
from games.models.ratings import Rating, RatingPoint, TeamRating
from games.models.requests import Request
from games.models.site_figures import (
    CountedMatch,
    DayFigures,
    PoolFigures,
    RulesetFigures,
    SiteFigures,
)
from games.models.social import Block, ChatLine, Follow, Report, Silence
from games.models.tables import PlayAddress, Table, TableSeat
from games.models.workers import Worker

__all__ = [
    "Action",
    "Block",
    "ChatLine",
    "ChipAccount",
    "ChipEntry",
    "ChipTransfer",
    "CountedMatch",
    "DailyDeal",
    "DailyLook",
    "DailyPuzzle",
    "DailyStreak",
    "DailyTry",
    "DayFigures",
    "Deadline",
    "Deal",
    "DealNonce",
    "DealReport",
    "DealSecret",
    "DealerDraw",
    "ExerciseTry",
    "Follow",
    "Match",
    "MatchAnalysis",
    "MatchPot",
    "MatchRecord",
    "Mistake",
    "PlayAddress",
    "Player",
    "PlayerDay",
    "PlayerFigures",
    "PlayerOpening",
    "PoolFigures",
    "Rating",
    "RatingPoint",
    "Report",
    "Request",
    "ReviewNote",
    "RivalFigures",
    "Ruleset",
    "RulesetFigures",
    "Seat",
    "SeatAnalysis",
    "ShuffleFigures",
    "Silence",
    "SiteFigures",
    "Table",
    "TableSeat",
    "Team",
    "TeamFigures",
    "TeamPlayer",
    "TeamRating",
    "Trick",
    "Worker",
]
