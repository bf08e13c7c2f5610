"""The stored facts by which the next step of a player is chosen, from all features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from games.clubs.selectors.events import tonights_event
from games.common.next_step import (
    MISSED_EXCHANGES,
    Facts,
    NextStep,
    Occasion,
    StepKind,
    next_step,
)
from games.engine import CLASSIC_PRESET
from games.puzzles.selectors.exercises import due_count
from games.puzzles.selectors.puzzle_progress import latest_answers
from games.selectors import guidance as read
from games.selectors.path import stored_steps
from games.services.daily_deals import day_of, plan_of
from games.site.path import path_with
from games.tournaments.selectors.tournaments import announced_tournament

Values: TypeAlias = Mapping[str, Any]
LATEST_ANSWERS: Final = 8
"""Number of latest answers to puzzles by which the next step is chosen."""
PRIORITIES: Final = {kind: number for number, kind in enumerate(StepKind)}


@dataclass(frozen=True, slots=True)
class Situation:
    """A person who has just finished something, and what is already read of it."""

    person: read.Person
    occasion: Occasion
    match: read.OwnMatch | None = None
    """The match, if it was one."""
    mistakes: tuple[read.OwnMistake, ...] = ()
    """The person's mistakes in it, the costliest first."""


def chosen_step(situation: Situation, now: datetime, last: str) -> NextStep:
    """Return the step for a person; `last` is the kind that was shown before.

    Facts that could only bring a kind of a lower priority than the chosen one are not read.
    """
    facts = first_facts(situation, now)
    for kind, read_facts in LATER_FACTS:
        step = next_step(facts, last)
        if PRIORITIES[step.kind] < PRIORITIES[kind]:
            return step
        facts = replace(facts, **read_facts(situation))
    return next_step(facts, last)


def first_facts(situation: Situation, now: datetime) -> Facts:
    """Return the facts that bring kinds of the highest priorities, and those that cost no query."""
    person, match = situation.person, situation.match
    values: dict[str, Any] = {
        "occasion": situation.occasion,
        "lesson_done": person.lesson_done,
        "daily_open": person.daily_open and is_known_game(now, match),
        "exchanges": person.exchanges,
        "exchange_chances": person.exchange_chances,
        "is_guest": person.is_guest,
        "matches": person.matches,
        **_among_people(situation, now),
    }
    if match is not None:
        values |= _of_match(situation, match)
    if situation.occasion == Occasion.PUZZLE:
        values |= _of_puzzles(person.player.pk)
    return Facts(**values)


def is_known_game(now: datetime, match: read.OwnMatch | None = None) -> bool:
    """Return True if the deal of the day is a game that a player has chosen: of `match`, or the classic."""
    preset = plan_of(day_of(now)).preset
    return preset == CLASSIC_PRESET or (match is not None and match.match.preset == preset)


def _of_match(situation: Situation, match: read.OwnMatch) -> Values:
    """Return the facts about a match that has just ended."""
    person, mistakes = situation.person, situation.mistakes
    exercise = next((mistake for mistake in mistakes if mistake.is_open), None)
    asks = person.exchange_chances >= MISSED_EXCHANGES and not person.exchanges
    return {
        "match": match.match.public_id,
        "level": match.level,
        "mistakes": len(mistakes),
        "mistakes_loss": sum(mistake.loss for mistake in mistakes),
        "costliest": mistakes[0].at if mistakes else "",
        "exercise": exercise.pk if exercise else 0,
        "exercise_loss": exercise.loss if exercise else 0.0,
        # reads the whole record, so only where the chapter may be proposed at all
        "exchange_missed": asks and read.missed_exchange(match),
    }


def _among_people(situation: Situation, now: datetime) -> Values:
    """Return the facts about other people: a friend's table, a rematch, tonight's club."""
    player, match = situation.person.player, situation.match
    table = read.friends_table(player)
    rematch = read.wanted_rematch(match) if match is not None else None
    night = tonights_event(player, match.partners if match is not None else [], now)
    values: dict[str, Any] = {}
    if table is not None:
        values |= {"friend": table.player, "friend_table": table.table}
    if rematch is not None:
        values |= {"rematch_player": rematch.player, "rematch_table": rematch.table}
    if night is not None:
        values |= night._asdict()
    return values


def _of_puzzles(player: int) -> Values:
    """Return the facts about a player's (row id) latest answers to rated puzzles."""
    answers = latest_answers(player, LATEST_ANSWERS)[::-1]
    if not answers:
        return {}
    wrong = next((place for place, answer in enumerate(answers) if not answer.right), None)
    theme = answers[0].theme
    return {
        "theme": theme,
        "theme_misses": sum(1 for answer in answers if answer.theme == theme and not answer.right),
        "puzzles_in_row": len(answers) if wrong is None else wrong,
    }


def _row_of_results(situation: Situation) -> Values:
    """Return the facts about matches won or lost in a row."""
    row = read.results_in_row(situation.match) if situation.match is not None else 0
    return {"wins_in_row": max(row, 0), "losses_in_row": max(-row, 0)}


def _path(situation: Situation) -> Values:
    """Return the facts about the next step of the path, for those who follow it."""
    player = situation.person.player.pk
    stored = stored_steps(player)
    step = path_with(stored, player).next_step if stored else None
    return {} if step is None else {"path_url": step.url, "path_title": step.within}


def _announced(situation: Situation) -> Values:
    """Return the facts about the next event."""
    event = announced_tournament(situation.person.player)
    return {} if event is None else {"event": event.public_id, "event_name": event.name}


def _exercises(situation: Situation) -> Values:
    """Return whether exercises are due."""
    return {"exercises_wait": due_count(situation.person.player.pk) > 0}


LATER_FACTS: Final[tuple[tuple[StepKind, Callable[[Situation], Values]], ...]] = (
    (StepKind.EASIER_BOT, _row_of_results),
    (StepKind.PATH, _path),
    (StepKind.EVENT, _announced),
    (StepKind.EXERCISES, _exercises),
)
"""Functions that read further facts, each with the kind of the highest priority that they bring."""
