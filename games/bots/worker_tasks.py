"""Tasks that a pool of worker processes runs for bots, and the preparation of such a process.

A view is sent without its rules: the worker builds their tables from the options and keeps them.
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
    """A decision to be taken in another process: a bot's level, a seat's view and a random seed.

    Instances can be pickled.
    """

    level: str
    seed: int
    view: PlayerView
    """The view of the seat, with `rules` set to None."""
    preset: str
    players: int
    options: dict[str, Any]


def task_for(level: str, view: PlayerView, seed: int) -> BotTask:
    """Return the task in which a bot of this level chooses for the seat of this view."""
    ruleset = view.rules.ruleset
    # a read-only mapping does not go into another process
    bare = replace(view, rules=cast("Rules", None), notes=dict(view.notes))
    return BotTask(level, seed, bare, ruleset.preset, ruleset.players, dict(ruleset.options))


def run(task: BotTask) -> Action:
    """Return the action that the bot of a task chooses; the same task gives the same action.

    Raises:
        KeyError: where there is no such level.
    """
    rules = ruleset_from_options(task.preset, task.players, task.options).rules
    view = replace(task.view, rules=rules)
    rng = random.Random(task.seed)  # noqa: S311 - bots, not decks
    return bot_named(task.level).choose(view, rng)


def advise(task: BotTask) -> Advice:
    """Return the expert bot's advice for the seat of this task, whatever the task's level.

    Raises:
        ValueError: there is no advice for this view (`games.bots.evaluation.advice.advises`).
    """
    rules = ruleset_from_options(task.preset, task.players, task.options).rules
    rng = random.Random(task.seed)  # noqa: S311 - samples, not decks
    return think_of_advice(replace(task.view, rules=rules), rng)


def get_ready() -> None:
    """Prepare a worker process of the bots' pool before its first task.

    The process gets a lower priority, ignores SIGINT, ends when the server process that started it
    ends, and loads what bots need, so that no player waits for that.
    """
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
    """Wait until the parent process ends, then end this process at once."""
    parent.join()
    os._exit(0)
