"""Mistakes, exercises and puzzles."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from games.answers.analyses import AnalysisUnit, CardWorth
from games.common.notation import Day, Moment, Next, page


class _Address(TypedDict):
    """The place of a decision that cost points."""

    match: str
    at: Annotated[str, "Its address in the page and the analysis of the match."]


class Mistake(_Address):
    """Part of API answers: a choice in a finished match that cost its player card points."""

    seat: int
    loss: Annotated[
        float, "What it weighs in card points of the base game, by what the player could know."
    ]
    finished_at: Annotated[Moment, "Of the match."]


MistakePage = page("MistakePage", Mistake, "mistakes")


class PlacedCard(TypedDict):
    """Part of API answers: a card in a position, and which seat played it."""

    place: Annotated[int, "Seats to the right of the one to play, which is 0."]
    card: str


class PlacedTrick(TypedDict):
    """Part of API answers: a finished trick of the deal that a position is taken from."""

    plays: list[PlacedCard]
    winner: int | None
    points: int


class PositionContract(TypedDict):
    """Part of API answers: the contract in a position, as far as the seat to play knew it."""

    caller: int
    target: Annotated[int, "Points to make."]
    card: Annotated[str | None, "The called card."]
    partner: Annotated[int | None, "null: there is none, or the seat could not know."]
    alone: Annotated[bool | None, "Whether the caller plays alone; null: not to be known."]
    discards: Annotated[list[str] | None, "Cards put away, told to who did so."]


class OpenHand(TypedDict):
    """Part of API answers: the cards of a player whose hand lies open to all in a position."""

    place: int
    hand: list[str]


class Asked(TypedDict):
    """Part of API answers: the exchange that a position asks about, in the place of a card."""

    kind: Literal["exchange"]
    give: Annotated[str, "The card in hand that takes the turned one."]
    take: Annotated[str, "The turned card."]


class Position(TypedDict):
    """Part of API answers: what one seat saw at a point in a deal, and what it may choose."""

    preset: str
    players: int
    asked: Annotated[Asked | None, "What is to be decided; null: which card to play."]
    partners: Annotated[list[int], "Places."]
    faces: Annotated[str, "The option `deck.french`."]
    trump: str | None
    turned: str | None
    stock: Annotated[int, "Cards in it, the turned one included."]
    contract: PositionContract | None
    open_hands: Annotated[list[OpenHand], "Of others."]
    hand: list[str]
    legal: Annotated[
        list[str], "Cards that may be played, or what else may be chosen: `exchange`, `keep`."
    ]
    trick: Annotated[list[PlacedCard], "What lies on the table."]
    points: Annotated[list[int], "Of the own side, then of the others."]
    tricks: Annotated[list[PlacedTrick], "Those before, in order."]


class SolvedCard(CardWorth):
    """Part of API answers: a choice in an exercise, its expected points, and if it is right."""

    right: Annotated[bool, "As good as the best, as far as can be told."]


class Solution(TypedDict):
    """Part of API answers: the best choice in an exercise, and the expected points of each."""

    unit: Annotated[AnalysisUnit, "What points are: as in the analysis."]
    best: str
    played: Annotated[str, "In the match."]
    exact: Annotated[bool, "Whether nothing was hidden."]
    cards: Annotated[list[SolvedCard], "From the best."]


class Tries(TypedDict):
    """Part of API answers: how often the account answered an exercise, and whether it was right."""

    tries: int
    right_at_once: Annotated[bool | None, "null: not answered yet."]
    solved: Annotated[bool, "Answered right at least once."]


class ExerciseRow(Tries):
    """Part of API answers: a mistake of the account, as one line of the list of exercises."""

    id: int
    loss: Annotated[float, "What it weighs in card points of the base game."]
    finished_at: Annotated[Moment, "Of the match."]


class Progress(TypedDict):
    """Part of API answers: how many exercises the account has, has tried and has solved."""

    exercises: int
    tried: int
    solved: int


class ExercisePage(TypedDict):
    """API answer: a page of the account's exercises."""

    next: Next
    results: list[ExerciseRow]
    progress: Annotated[Progress, "With all exercises."]


class Exercise(Tries):
    """API answer: one exercise, a position to choose in, without its solution."""

    id: int
    position: Position


class Answered(TypedDict):
    """Part of API answers: whether an answer is right, with the solution of the exercise."""

    right: Annotated[bool, "As good as the best, as far as can be told."]
    chosen: Annotated[str, "The card, or other option, of the answer."]
    solution: Solution


class _Tried(TypedDict):
    """The answers to an exercise that was answered."""

    tries: Annotated[int, "Of the key's account."]
    right_at_once: bool
    solved: Annotated[bool, "Answered right at least once."]


class AnsweredExercise(Answered, _Tried, _Address):
    """API answer: whether an answer to an exercise is right, and where in a match it is from."""


class PuzzleResult(TypedDict):
    """Part of API answers: how many people answered a puzzle, and how many right at once."""

    tried: Annotated[int, "People who have answered."]
    solved_at_once: Annotated[int, "Of them, those whose first answer was right."]


class AnsweredPuzzle(Answered, _Tried, PuzzleResult):
    """API answer: whether an answer to a day's puzzle is right, and how many have solved it."""


class PuzzleDays(TypedDict):
    """API answer: the days that have a puzzle."""

    results: list[Day]


class Puzzle(PuzzleResult):
    """API answer: the puzzle of a day, the same for everybody, and how many have solved it."""

    day: Day
    position: Position
    solution: Annotated[Solution | None, "null: its day is not over."]
