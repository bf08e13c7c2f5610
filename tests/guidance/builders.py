"""Finished matches against the house's bots, won or lost as a test needs it."""

from __future__ import annotations

from django.utils import timezone

from games.models import Match, Player
from games.models.people import PlayerKind
from games.selectors.path import LESSON, StepProgress
from games.services.path import join_steps
from games.services.players import house_bot
from tests.stats.support import log_of, stored

MAX_SEEDS = 60


def against_bot(
    name: str = "Ana", level: str = "greedy", *, won: bool = True, day: float = 0, seed: str = ""
) -> Match:
    """Store a match of a person against a bot of a level that the person has won or lost."""
    bot = house_bot(level, 0)
    for number in range(MAX_SEEDS):
        log = log_of([name, bot.name], seed=f"{level} {day} {seed} {number}")
        if (log.state.winners == (0,)) == won:
            return stored([name, bot.name], log=log, day=day, kinds={bot.name: PlayerKind.BOT})
    raise AssertionError("no seed gives such a match")


def with_mistakes(name: str = "Ana") -> Match:
    """Store a match with a bot that a person played badly, as its record says; it has no analysis."""
    return against_bot(name, won=False)


def player(name: str = "Ana") -> Player:
    """Return the player of this name."""
    return Player.objects.get(name=name)


def finish_lesson(player: Player) -> None:
    """Store that a player has done the lesson."""
    join_steps(player=player, steps={LESSON: StepProgress(timezone.now())})
