"""Mistakes, exercises and puzzles."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from games.answers.analyses import AnalysisUnit, CardWorth
from games.answers.notation import Day, Moment, Next, page


class _Address(TypedDict):
    """The place of a decision that cost points."""
    match: str
    at: Annotated[str, "Its address in the page and the analysis of the match."]

class Mistake(_Address):
    """Part of API answers: a decision of a player that cost points."""
    seat: int
    loss: Annotated[float, "What it weighs in card points of the base game, by what the player "
        "could know."]
    finished_at: Annotated[Moment, "Of the match."]

MistakePage = page("MistakePage", Mistake, "mistakes")

class PlacedCard(TypedDict):
    """Part of API answers: a card of a position, with who played it."""
    place: Annotated[int, "Seats to the right of the one to play, which is 0."]
    card: str

class PlacedTrick(TypedDict):
    """Part of API answers: a trick of a position that is over."""
    plays: list[PlacedCard]
    winner: int | None
    points: int

class PositionContract(TypedDict):
    """Part of API answers: a position's contract as the seat knew it; seats count from it (0)."""
    caller: int
    target: Annotated[int, "Points to make."]
    card: Annotated[str | None, "The called card."]
    partner: Annotated[int | None, "null: there is none, or the seat could not know."]
    alone: Annotated[bool | None, "Whether the caller plays alone; null: not to be known."]
    discards: Annotated[list[str] | None, "Cards put away, told to who did so."]

class OpenHand(TypedDict):
    """Part of API answers: a hand of a position that all see."""
    place: int
    hand: list[str]

class Asked(TypedDict):
    """Part of API answers: the decision that a position asks for, if it is not a card to play."""
    kind: Literal["exchange"]
    give: Annotated[str, "The card in hand that takes the turned one."]
    take: Annotated[str, "The turned card."]

class Position(TypedDict):
    """Part of API answers: a position as the seat that is to play saw it."""
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
    legal: Annotated[list[str], "Cards that may be played, or what else may be chosen: `exchange`, "
        "`keep`."]
    trick: Annotated[list[PlacedCard], "What lies on the table."]
    points: Annotated[list[int], "Of the own side, then of the others."]
    tricks: Annotated[list[PlacedTrick], "Those before, in order."]

class SolvedCard(CardWorth):
    """Part of API answers: a card of a position, or another option, and what it was worth."""
    right: Annotated[bool, "As good as the best, as far as can be told."]

class Solution(TypedDict):
    """Part of API answers: the solution of a position, that is what its cards are worth."""
    unit: Annotated[AnalysisUnit, "What points are: as in the analysis."]
    best: str
    played: Annotated[str, "In the match."]
    exact: Annotated[bool, "Whether nothing was hidden."]
    cards: Annotated[list[SolvedCard], "From the best."]

class Tries(TypedDict):
    """Part of API answers: how often an exercise was answered so far, and how."""
    tries: int
    right_at_once: Annotated[bool | None, "null: not answered yet."]
    solved: Annotated[bool, "Answered right at least once."]

class ExerciseRow(Tries):
    """Part of API answers: one of the account's own mistakes, in the list of exercises."""
    id: int
    loss: Annotated[float, "What it weighs in card points of the base game."]
    finished_at: Annotated[Moment, "Of the match."]

class Progress(TypedDict):
    """Part of API answers: the account's progress with its exercises."""
    exercises: int
    tried: int
    solved: int

class ExercisePage(TypedDict):
    """API answer: a page of the account's exercises."""
    next: Next
    results: list[ExerciseRow]
    progress: Annotated[Progress, "With all exercises."]

class Exercise(Tries):
    """API answer: an exercise, without its solution."""
    id: int
    position: Position

class Answered(TypedDict):
    """Part of API answers: how an answer to an exercise or a puzzle is judged."""
    right: Annotated[bool, "As good as the best, as far as can be told."]
    chosen: Annotated[str, "The card, or other option, of the answer."]
    solution: Solution

class _Tried(TypedDict):
    """The answers to an exercise that was answered."""
    tries: Annotated[int, "Of the key's account."]
    right_at_once: bool
    solved: Annotated[bool, "Answered right at least once."]

class AnsweredExercise(Answered, _Tried, _Address):
    """API answer: how an answer to an exercise is judged, and where the mistake was made."""

class PuzzleResult(TypedDict):
    """Part of API answers: how many people have answered a puzzle, and how many rightly."""
    tried: Annotated[int, "People who have answered."]
    solved_at_once: Annotated[int, "Of them, those whose first answer was right."]

class AnsweredPuzzle(Answered, _Tried, PuzzleResult):
    """API answer: how an answer to the puzzle of a day is judged, and how others answered."""

class PuzzleDays(TypedDict):
    """API answer: the days that have a puzzle."""
    results: list[Day]

class Puzzle(PuzzleResult):
    """API answer: the puzzle of a day."""
    day: Day
    position: Position
    solution: Annotated[Solution | None, "null: its day is not over."]
