"""Rated puzzles: positions, solutions, attempts and ratings."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from games.answers.analyses import AnalysisUnit
from games.common.notation import Moment, page
from games.puzzles.answers.exercises import Position

Asks: TypeAlias = Literal["card", "bid", "call"]


class PlacedBid(TypedDict):
    """Part of API answers: a bid so far in the auction of a position, and whose it is."""

    place: Annotated[int, "Seats to the right of the one to choose, which is 0."]
    rank: Annotated[int | None, "null: a pass, or a bid without a rank."]


class PuzzlePosition(Position):
    """Part of API answers: the position of a rated puzzle, as the seat that is to choose saw it."""

    asks: Annotated[Asks, "For a card to be played, a bid, or the card to be called."]
    choices: Annotated[list[str], "Cards; of a bid `pass` and `raise`."]
    bid: Annotated[int | None, "The rank of the least bid, which is what `raise` bids."]
    auction: Annotated[list[PlacedBid], "Bids so far."]


class RatedPuzzle(TypedDict):
    """API answer: a rated puzzle without its solution."""

    id: str
    theme: Annotated[str, "`last_tricks`, `trumps`, `seven`, `partner` or `bids`."]
    rating: int
    deviation: int
    attempts: Annotated[int, "Those that moved its rating."]
    solved: Annotated[int, "Of them."]
    position: PuzzlePosition


class PuzzleExportLine(RatedPuzzle):
    """Line of a download of rated puzzles. The last line is another, without a puzzle.

    That one has `end` (true), `count` (puzzles in this answer), `total` (with those before the cursor
    that was asked for) and `next` (a cursor, where `limit` left some out).
    """


RatedPuzzlePage = page("RatedPuzzlePage", RatedPuzzle, "puzzles")


class ChoiceWorth(TypedDict):
    """Part of API answers: a choice in a rated puzzle, its expected points and chance to win."""

    choice: str
    points: Annotated[float, "Expected, in the unit."]
    win: Annotated[float | None, "Chance to win the deal; null: a pass."]
    behind: Annotated[float, "Points less than the best choice brings."]


class PuzzleSolution(TypedDict):
    """Part of API answers: the best choice in a rated puzzle, and the match that it is from."""

    unit: Annotated[AnalysisUnit, "What points are: as in the analysis."]
    exact: Annotated[bool, "Whether nothing was hidden."]
    best: str
    choices: Annotated[list[ChoiceWorth], "From the best."]
    match: Annotated[str | None, "null: from a deal between bots that is no match of this site."]
    at: Annotated[str | None, "Its address in the page and the analysis of the match."]


class Attempt(TypedDict):
    """Part of API answers: the account's first answer to a rated puzzle."""

    answer: str
    right: bool
    mode: Annotated[str, "`single`, `streak` or `rush`."]
    rated: Annotated[bool, "Whether it moved both ratings."]
    rating: Annotated[int | None, "One's own after it; null: not rated."]
    puzzle_rating: Annotated[int, "The puzzle's before it."]
    answered_at: Moment


class AttemptRow(Attempt):
    """Part of API answers: the account's first answer to a rated puzzle, with the puzzle's id."""

    puzzle: str
    theme: str


AttemptPage = page("AttemptPage", AttemptRow, "attempts")


class OwnPuzzle(RatedPuzzle):
    """API answer: a rated puzzle, with the account's answer to it."""

    attempt: Annotated[Attempt | None, "null: not answered yet."]
    solution: Annotated[PuzzleSolution | None, "null: not answered yet."]


class AnsweredRatedPuzzle(TypedDict):
    """API answer: whether an answer to a rated puzzle is right, and the rating before and after."""

    right: bool
    answer: str
    first: Annotated[bool, "Whether it was the account's first answer to it; others count nowhere."]
    rated: Annotated[bool, "Whether it moved both ratings."]
    before: Annotated[int | None, "One's rating before; null: not rated."]
    after: Annotated[int | None, "One's rating after; null: not rated."]
    solution: PuzzleSolution


class RunAnswer(TypedDict):
    """Part of API answers: a puzzle that a run asked, the answer to it, and if that was right."""

    puzzle: str
    answer: str
    right: bool


class PuzzleRun(TypedDict):
    """API answer: a streak or a rush of the account, with the puzzle to answer now."""

    id: str
    mode: Annotated[
        Literal["streak", "rush"], "Until a wrong answer; three minutes or three of them."
    ]
    started_at: Moment
    ends_at: Annotated[Moment | None, "null: without a clock."]
    left_ms: Annotated[
        int | None, "Until `ends_at`, by the clock of the server; null: without one."
    ]
    finished_at: Annotated[Moment | None, "null: it goes on."]
    right: Annotated[int, "Puzzles solved."]
    wrong: int
    last_right: Annotated[bool | None, "Of the latest answer; null: none yet."]
    puzzle: Annotated[RatedPuzzle | None, "To be answered; null: the run is over."]
    answers: Annotated[list[RunAnswer], "In order, once the run is over."]


class PuzzleRating(TypedDict):
    """API answer: the account's puzzle rating in points, and its longest series of solutions."""

    rating: int
    deviation: Annotated[int | None, "null: no puzzle was answered yet."]
    best: Annotated[int | None, "null: fewer than five rated answers."]
    attempts: Annotated[int, "Rated answers."]
    solved: Annotated[int, "Of them, right ones."]
    best_streak: Annotated[int, "Most puzzles solved in one streak."]
    best_rush: Annotated[int, "Most puzzles solved in one rush."]
