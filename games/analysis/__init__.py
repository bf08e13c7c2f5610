"""The analysis of a finished match: every decision against the best one, and the luck of the deal.

Plain Python over engine, records and bots. A decision is judged by what its player could know, from
the view of the seat alone; what the open cards allowed stands beside it, as a curiosity.

>>> grade_of(0.4), grade_of(1.2), grade_of(5.0)
('', 'inexact', 'error')
"""

from games.analysis.answers import answered
from games.analysis.decision_judging import KEEP, judge_decision
from games.analysis.decisions import ADDRESSED_ACTIONS, Decision, decision_at, decisions_of
from games.analysis.grading import (
    ERROR_FROM,
    accuracy,
    ahead_of,
    asks_something,
    code_of,
    grade_of,
    is_right,
    options_of,
    weight_in,
)
from games.analysis.judging import Judged, judge
from games.analysis.match_analysis import (
    FORMAT,
    WORLDS_PER_CHOICE,
    Analysis,
    analyse,
    analyse_log,
    can_analyse,
    in_order,
)
from games.analysis.played_cards import PlayedCard, played_card_at, played_cards_of

__all__ = [
    "ADDRESSED_ACTIONS",
    "ERROR_FROM",
    "FORMAT",
    "KEEP",
    "WORLDS_PER_CHOICE",
    "Analysis",
    "Decision",
    "Judged",
    "PlayedCard",
    "accuracy",
    "ahead_of",
    "analyse",
    "analyse_log",
    "answered",
    "asks_something",
    "can_analyse",
    "code_of",
    "decision_at",
    "decisions_of",
    "grade_of",
    "in_order",
    "is_right",
    "judge",
    "judge_decision",
    "options_of",
    "played_card_at",
    "played_cards_of",
    "weight_in",
]
