"""What another process thinks about for a bot: what goes there, and what comes back.

A view goes without its rules, whose tables the other process makes itself and keeps.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.process
import os
import random
import signal
import threading
from dataclasses import dataclass, replace
from typing import Any, cast

from games.bots.evaluation.advice import Advice
from games.bots.evaluation.advice import advise as think_of_advice
from games.bots.players.registry import bot_named
from games.bots.simulation import rollouts
from games.bots.variants import contract_rollouts
from games.engine import Action, PlayerView, Rules, ruleset_from_options


@dataclass(frozen=True, slots=True)
class BotTask:
    """What to think about: a level, the view of its seat, and the seed of its dice; can be pickled."""

    level: str
    seed: int
    view: PlayerView
    """Its rules are missing."""
    preset: str
    players: int
    options: dict[str, Any]


def task_for(level: str, view: PlayerView, seed: int) -> BotTask:
    """Return the task of choosing for the seat of this view."""
    ruleset = view.rules.ruleset
    # a read-only mapping does not go into another process
    bare = replace(view, rules=cast("Rules", None), notes=dict(view.notes))
    return BotTask(level, seed, bare, ruleset.preset, ruleset.players, dict(ruleset.options))


def run(task: BotTask) -> Action:
    """Return what the level of this task chooses; the same task gives the same action."""
    rules = ruleset_from_options(task.preset, task.players, task.options).rules
    view = replace(task.view, rules=rules)
    rng = random.Random(task.seed)  # noqa: S311 - bots, not decks
    return bot_named(task.level).choose(view, rng)


def advise(task: BotTask) -> Advice:
    """Return the expert's advice to the seat of this task, whose level counts for nothing here."""
    rules = ruleset_from_options(task.preset, task.players, task.options).rules
    rng = random.Random(task.seed)  # noqa: S311 - samples, not decks
    return think_of_advice(replace(task.view, rules=rules), rng)


def get_ready() -> None:
    """Prepare a process that thinks: give way to others, ignore the keys that end the site, end with
    the server that began it, and load what bots need before anybody waits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        # a server that is killed tells nobody
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(5)
    rollouts.warm()
    contract_rollouts.warm()


def _end_with(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os._exit(0)
