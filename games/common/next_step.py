"""The choice of the one thing that a page proposes after a match, a puzzle, the lesson or an event.

The choice is a pure function of stored facts. A person sees no kind of step twice in a row, so that
each page proposes something else than the page before, as long as another step applies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from games.common.house_bots import FIRST_LEVEL, LEVELS

COSTLY_CARD_POINTS: Final = 5.0
"""Loss of a card, in card points, from which the card alone is worth an exercise."""
COSTLY_MISTAKES_POINTS: Final = 8.0
"""Loss of all mistakes of a match together, in card points, from which they are worth a look."""
ROW_OF_RESULTS: Final = 2
"""Matches won or lost in a row against a level after which another level is proposed."""
MISSED_EXCHANGES: Final = 2
"""Deals with a chance to exchange, none of them used, from which the chapter is proposed."""
MISSED_IN_THEME: Final = 2
"""Wrong answers to the latest puzzles of a theme from which its chapter is proposed."""
RIGHT_IN_ROW: Final = 5
"""Puzzles solved in a row from which a run of puzzles is proposed."""
GUEST_MATCHES: Final = 3
"""Matches of a guest from which an account is proposed."""

Value: TypeAlias = str | int | float


class Occasion(StrEnum):
    """The thing that a person has just finished."""

    MATCH = "match"
    PUZZLE = "puzzle"
    LESSON = "lesson"
    EVENT = "event"


class StepKind(StrEnum):
    """Kind of a proposed step. The order of the members is their priority, the first comes first.

    What is over soon comes first: other people who wait, and tonight. Then comes what one's own cards
    have just shown, then what there is every day, and last what is always there.
    """

    FRIEND_TABLE = "friend_table"
    """Somebody whom the person follows sits at a table with a free seat."""
    REMATCH = "rematch"
    """The others at the table have asked for another match."""
    CLUB_NIGHT = "club_night"
    """A club of the person, or of the partner in the match, has an event tonight."""
    FIRST_MATCH = "first_match"
    """The lesson is done, and no match is played yet."""
    TRY_CARD = "try_card"
    """One card of the match cost much: play the same position again."""
    EXCHANGE = "exchange"
    """The seven or two of trumps was held several times, and never exchanged: read the chapter."""
    MISTAKES = "mistakes"
    """The mistakes of the match cost much together: look at them."""
    THEME = "theme"
    """Several answers to the latest puzzles of a theme were wrong: read the chapter."""
    EASIER_BOT = "easier_bot"
    """Several matches in a row were lost to a level: play the one below."""
    PUZZLE_RUN = "puzzle_run"
    """Several puzzles in a row were solved: how many can be solved in a run?"""
    DAILY = "daily"
    """The deal of the day is not played yet."""
    LESSON = "lesson"
    """The lesson is not done, and few matches are played."""
    PATH = "path"
    """The next step on the way of learning."""
    STRONGER_BOT = "stronger_bot"
    """Several matches in a row were won against a level: play the one above."""
    EVENT = "event"
    """An event is announced."""
    ACCOUNT = "account"
    """A guest has played several matches: keep them."""
    EXERCISES = "exercises"
    """Exercises from own mistakes wait."""
    AGAIN = "again"
    """Another match against the same bot."""
    PUZZLE = "puzzle"
    """A puzzle; this applies to everybody."""
    PLAY = "play"
    """A match; this applies to everybody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts about a person at the moment at which a step is proposed.

    The defaults are what is known of a stranger.
    """

    occasion: Occasion = Occasion.MATCH
    match: str = ""
    """Public id of the match that has just ended."""
    level: str = ""
    """Level of the house's bots on the other sides of the match; "" if somebody else sat there."""
    wins_in_row: int = 0
    """Matches won in a row against this level, the last one included."""
    losses_in_row: int = 0
    mistakes: int = 0
    """Number of own mistakes in the match, by its analysis."""
    mistakes_loss: float = 0.0
    """Their cost together, in card points."""
    costliest: str = ""
    """Place of the costliest of them in the review: `d2t3c1`."""
    exercise: int = 0
    """Row id of the own costliest mistake that can be tried again and is not solved; 0: none."""
    exercise_loss: float = 0.0
    exchange_chances: int = 0
    """Deals so far in which an exchange was possible."""
    exchanges: int = 0
    """Exchanges made so far."""
    exchange_missed: bool = False
    """True if the match that has just ended had a chance to exchange that was missed."""
    rematch_table: str = ""
    """Public id of the table at which the others want another match."""
    rematch_player: str = ""
    """Name of one of them."""
    friend: str = ""
    """Name of a followed player at a table with a free seat."""
    friend_table: str = ""
    club: str = ""
    """Name of a club with an event tonight."""
    club_event: str = ""
    """Public id of that event."""
    is_partners_club: bool = False
    """True if the club is the partner's, and not the person's own."""
    event: str = ""
    """Public id of the next event that is announced."""
    event_name: str = ""
    daily_open: bool = False
    """True if the person has not played the deal of the day."""
    lesson_done: bool = False
    path_url: str = ""
    """Path of the page with the next step of learning; "" if it is unknown."""
    path_title: str = ""
    puzzles_in_row: int = 0
    """Latest puzzles that were answered right, one after the other."""
    theme: str = ""
    """Theme of the puzzle answered last."""
    theme_misses: int = 0
    """Wrong answers among the latest few of this theme."""
    exercises_wait: bool = False
    is_guest: bool = False
    matches: int = 0
    """Finished matches of the person."""


@dataclass(frozen=True, slots=True)
class NextStep:
    """A proposed step: its kind, and the values that its text and its address need."""

    kind: StepKind
    data: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))


Rule: TypeAlias = Callable[[Facts], Mapping[str, Value] | None]
"""Function that returns the data of a step of one kind; None if the step does not apply."""


def _friend_table(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.friend_table:
        return None
    return {"player": facts.friend, "table": facts.friend_table}


def _rematch(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.rematch_table:
        return None
    return {"player": facts.rematch_player, "table": facts.rematch_table}


def _club_night(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.club_event:
        return None
    return {
        "club": facts.club,
        "event": facts.club_event,
        "partners": int(facts.is_partners_club),
    }


def _first_match(facts: Facts) -> Mapping[str, Value] | None:
    if facts.occasion != Occasion.LESSON or facts.matches:
        return None
    return {"level": FIRST_LEVEL}


def _try_card(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.exercise or facts.exercise_loss < COSTLY_CARD_POINTS:
        return None
    return {"exercise": facts.exercise, "points": facts.exercise_loss}


def _exchange(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.exchange_missed or facts.exchanges:
        return None
    if facts.exchange_chances < MISSED_EXCHANGES:
        return None
    return {"times": facts.exchange_chances}


def _mistakes(facts: Facts) -> Mapping[str, Value] | None:
    if facts.mistakes < 2 or facts.mistakes_loss < COSTLY_MISTAKES_POINTS:
        return None
    return {
        "match": facts.match,
        "at": facts.costliest,
        "times": facts.mistakes,
        "points": facts.mistakes_loss,
    }


def _theme(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.theme or facts.theme_misses < MISSED_IN_THEME:
        return None
    return {"theme": facts.theme, "times": facts.theme_misses}


def _easier_bot(facts: Facts) -> Mapping[str, Value] | None:
    if facts.level not in LEVELS[1:] or facts.losses_in_row < ROW_OF_RESULTS:
        return None
    return {"level": LEVELS[LEVELS.index(facts.level) - 1], "played": facts.level}


def _puzzle_run(facts: Facts) -> Mapping[str, Value] | None:
    if facts.occasion != Occasion.PUZZLE or facts.puzzles_in_row < RIGHT_IN_ROW:
        return None
    return {"times": facts.puzzles_in_row}


def _daily(facts: Facts) -> Mapping[str, Value] | None:
    return {} if facts.daily_open else None


def _lesson(facts: Facts) -> Mapping[str, Value] | None:
    if facts.lesson_done or facts.occasion == Occasion.LESSON or facts.matches >= GUEST_MATCHES:
        return None
    return {}


def _path(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.path_url:
        return None
    return {"url": facts.path_url, "title": facts.path_title}


def _stronger_bot(facts: Facts) -> Mapping[str, Value] | None:
    if facts.level not in LEVELS[:-1] or facts.wins_in_row < ROW_OF_RESULTS:
        return None
    level = LEVELS[LEVELS.index(facts.level) + 1]
    return {"level": level, "played": facts.level, "times": facts.wins_in_row}


def _event(facts: Facts) -> Mapping[str, Value] | None:
    return {"event": facts.event, "name": facts.event_name} if facts.event else None


def _account(facts: Facts) -> Mapping[str, Value] | None:
    if not facts.is_guest or facts.matches < GUEST_MATCHES:
        return None
    return {"times": facts.matches}


def _exercises(facts: Facts) -> Mapping[str, Value] | None:
    return {} if facts.exercises_wait else None


def _again(facts: Facts) -> Mapping[str, Value] | None:
    if facts.occasion != Occasion.MATCH or facts.level not in LEVELS:
        return None
    return {"level": facts.level}


def _always(_facts: Facts) -> Mapping[str, Value] | None:
    return {}


RULES: Final[Mapping[StepKind, Rule]] = MappingProxyType(
    {
        StepKind.FRIEND_TABLE: _friend_table,
        StepKind.REMATCH: _rematch,
        StepKind.CLUB_NIGHT: _club_night,
        StepKind.FIRST_MATCH: _first_match,
        StepKind.TRY_CARD: _try_card,
        StepKind.EXCHANGE: _exchange,
        StepKind.MISTAKES: _mistakes,
        StepKind.THEME: _theme,
        StepKind.EASIER_BOT: _easier_bot,
        StepKind.PUZZLE_RUN: _puzzle_run,
        StepKind.DAILY: _daily,
        StepKind.LESSON: _lesson,
        StepKind.PATH: _path,
        StepKind.STRONGER_BOT: _stronger_bot,
        StepKind.EVENT: _event,
        StepKind.ACCOUNT: _account,
        StepKind.EXERCISES: _exercises,
        StepKind.AGAIN: _again,
        StepKind.PUZZLE: _always,
        StepKind.PLAY: _always,
    }
)
"""The rule of each kind of step, in the order of their priority."""


def next_step(facts: Facts, last: str = "") -> NextStep:
    """Return the step to propose; `last` is the kind that was shown before this one, "" if none was.

    Two kinds apply to everybody, so that there is always another one than `last`.

    >>> next_step(Facts(level="rules", losses_in_row=2)).data["level"]
    'greedy'
    >>> next_step(Facts(level="rules", losses_in_row=2), last="easier_bot").kind
    <StepKind.LESSON: 'lesson'>
    """
    steps = ((kind, rule(facts)) for kind, rule in RULES.items() if kind != last)
    return next(NextStep(kind, data) for kind, data in steps if data is not None)
