"""A bot's thought as an errand for another process: what goes there, and what comes back.

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
from games.bots.variants import contract_rollouts as contract_rollouts
from games.engine import Action, PlayerView, Rules, ruleset_from_options


@dataclass(frozen=True, slots=True)
class Errand:
    """A level, the view of its seat, and the seed of its dice; can be pickled."""

    level: str
    seed: int
    view: PlayerView
    """Its rules are missing."""
    preset: str
    players: int
    options: dict[str, Any]


def errand_for(level: str, view: PlayerView, seed: int) -> Errand:
    """What is to be thought about."""
    ruleset = view.rules.ruleset
    # a read-only mapping does not go into another process
    bare = replace(view, rules=cast("Rules", None), notes=dict(view.notes))
    return Errand(level, seed, bare, ruleset.preset, ruleset.players, dict(ruleset.options))


def run(errand: Errand) -> Action:
    """Think; the same errand gives the same action."""
    rules = ruleset_from_options(errand.preset, errand.players, errand.options).rules
    view = replace(errand.view, rules=rules)
    rng = random.Random(errand.seed)  # noqa: S311 - bots, not decks
    return bot_named(errand.level).choose(view, rng)


def advise(errand: Errand) -> Advice:
    """Think of what to tell somebody; the level says nothing here, it is the expert who advises."""
    rules = ruleset_from_options(errand.preset, errand.players, errand.options).rules
    rng = random.Random(errand.seed)  # noqa: S311 - samples, not decks
    return think_of_advice(replace(errand.view, rules=rules), rng)


def get_ready() -> None:
    """Begin a process that thinks: gently, and deaf to the keys that end the site."""
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
