"""Database models of the site, one subject a file; import them from `games.models`."""

from games.models.analyses import (
    DailyPuzzle,
    ExerciseTry,
    MatchAnalysis,
    Mistake,
    OpponentDecisions,
    PairDecisions,
    SeatAnalysis,
)
from games.models.announcements import Announcement
from games.models.blind import BlindJudgement, BlindReview
from games.models.chips import ChipAccount, ChipEntry, ChipTransfer, MatchPot
from games.models.conduct import (
    AbsenceVote,
    ConductFigures,
    Departure,
    MatchOutcome,
    Outage,
    PlayerPause,
)
from games.models.daily import DailyDeal, DailyLook, DailyStreak, DailyTry
from games.models.fairness import DealNonce, DealReport, ShuffleFigures
from games.models.figures import PlayerDay, PlayerFigures, PlayerOpening, RivalFigures, TeamFigures
from games.models.guidance import PlayerGuidance, WeekMail
from games.models.invitations import SeatInvitation, TableKick
from games.models.journal import Action, Deadline, DealerDraw, DealSecret
from games.models.match_of_week import MatchOfWeek, MatchOfWeekRefusal
from games.models.matches import Deal, Match, MatchRecord, Ruleset, Seat, Trick
from games.models.messages import Conversation, Message
from games.models.moderation import (
    Appeal,
    Case,
    CaseReport,
    ModAction,
    ModLogHead,
    ModNote,
    Restriction,
    Statement,
)
from games.models.notes import PlayerNote, ReviewNote
from games.models.notification_delivery import (
    NotificationBatch,
    NotificationSettings,
    PushMessage,
)
from games.models.notifications import Notification, NotificationKind
from games.models.path import PathStep
from games.models.people import Player, Team, TeamPlayer, TeamProposal, TeamProposalPlayer
from games.models.ratings import (
    Rating,
    RatingPoint,
    RatingRefund,
    TeamRating,
    TeamRatingPoint,
)
from games.models.requests import Request
from games.models.site_figures import (
    CountedMatch,
    DayFigures,
    PoolFigures,
    RulesetFigures,
    SeatedHour,
    SiteFigures,
    StatisticsVersion,
)
from games.models.social import Block, ChatLine, Follow, PartnerLike
from games.models.tables import PlayAddress, Table, TableBan, TableBanAddress, TableSeat
from games.models.workers import Worker

__all__ = [
    "AbsenceVote",
    "Action",
    "Announcement",
    "Appeal",
    "BlindJudgement",
    "BlindReview",
    "Block",
    "Case",
    "CaseReport",
    "ChatLine",
    "ChipAccount",
    "ChipEntry",
    "ChipTransfer",
    "ConductFigures",
    "Conversation",
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
    "Departure",
    "ExerciseTry",
    "Follow",
    "Match",
    "MatchAnalysis",
    "MatchOfWeek",
    "MatchOfWeekRefusal",
    "MatchOutcome",
    "MatchPot",
    "MatchRecord",
    "Message",
    "Mistake",
    "ModAction",
    "ModLogHead",
    "ModNote",
    "Notification",
    "NotificationBatch",
    "NotificationKind",
    "NotificationSettings",
    "OpponentDecisions",
    "Outage",
    "PairDecisions",
    "PartnerLike",
    "PathStep",
    "PlayAddress",
    "Player",
    "PlayerDay",
    "PlayerFigures",
    "PlayerGuidance",
    "PlayerNote",
    "PlayerOpening",
    "PlayerPause",
    "PoolFigures",
    "PushMessage",
    "Rating",
    "RatingPoint",
    "RatingRefund",
    "Request",
    "Restriction",
    "ReviewNote",
    "RivalFigures",
    "Ruleset",
    "RulesetFigures",
    "Seat",
    "SeatAnalysis",
    "SeatInvitation",
    "SeatedHour",
    "ShuffleFigures",
    "SiteFigures",
    "Statement",
    "StatisticsVersion",
    "Table",
    "TableBan",
    "TableBanAddress",
    "TableKick",
    "TableSeat",
    "Team",
    "TeamFigures",
    "TeamPlayer",
    "TeamProposal",
    "TeamProposalPlayer",
    "TeamRating",
    "TeamRatingPoint",
    "Trick",
    "WeekMail",
    "Worker",
]
