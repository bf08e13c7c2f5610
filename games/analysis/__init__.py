"""The analysis of a finished match: every card against the best one, and the luck of the deal.

Plain Python over engine, records and bots. A card is judged by what its player could know, from
the view of the seat alone; what the open cards allowed stands beside it, as a curiosity.

>>> grade_of(0.4), grade_of(1.2), grade_of(5.0)
('', 'inexact', 'error')
"""

from games.analysis.answers import answered
from games.analysis.judging import ERROR_FROM, Judged, grade_of, judge
from games.analysis.marks import SURE, accuracy, ahead_of, asks_something
from games.analysis.match_analysis import (
    FORMAT,
    WORLDS,
    Analysis,
    analyse,
    analyse_log,
    can_analyse,
)
from games.analysis.moments import Moment, moment_at, moments_of

__all__ = [
    "ERROR_FROM",
    "FORMAT",
    "SURE",
    "WORLDS",
    "Analysis",
    "Judged",
    "Moment",
    "accuracy",
    "ahead_of",
    "analyse",
    "analyse_log",
    "answered",
    "asks_something",
    "can_analyse",
    "grade_of",
    "judge",
    "moment_at",
    "moments_of",
]
