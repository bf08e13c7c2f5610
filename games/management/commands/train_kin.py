"""Train the tables of the base game's kin by games against themselves."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from games.bots.kernel.policy import SCALE
from games.bots.kin.games import name_of, way_of
from games.bots.kin.table import WEIGHTS
from games.bots.kin.training import FIRST_RATE, PIECE, train
from games.engine import Rules, build_ruleset
from games.management.commands.train_bot import SEATINGS
from games.management.progress import Progress
from games.management.weights import keep

_GAMES: Final[dict[str, dict[str, Any]]] = {
    "killing": {"muerte": True},
    "under": {"score.policy": "stay_under"},
    "marrying": {"marriage.mode": "captured", "exchange.enabled": False, "exchange.prearm": False},
    "open": {"open_hands": True, "exchange.enabled": False, "exchange.prearm": False},
}
"""What each game changes of the base game,"""
_MOST: Final = {"marrying": 4, "open": 2}
"""and how many may sit down to it, where not six."""


def _tables() -> dict[str, Rules]:
    """The rules that each table is trained by."""
    found = {}
    for game, changes in _GAMES.items():
        for seats, teams in SEATINGS:
            if seats <= _MOST.get(game, seats):
                rules = build_ruleset("ludoteka", seats, {"teams": teams, **changes}).rules
                kind = way_of(rules)
                assert kind is not None
                assert kind.name == game
                found[name_of(kind, rules)] = rules
    return found


TABLES: Final = _tables()
DECKS: Final = 60_000
"""For a table, each deck played eight times;"""
LONGER: Final = {"killing_6x2": 200_000, "killing_6x3": 200_000, "under_4x4": 200_000}
"""more for those that are no better than the rules bot by then."""


class Command(BaseCommand):
    """Trains one table after another; the same seed gives the same weights."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--tables", default=",".join(TABLES), metavar="NAME,...", help="as under_3x3")
        add("--decks", type=int, metavar="N", help=f"a table ({DECKS}; more for some)")
        add("--seed", type=int, default=1, metavar="S")
        add("--rate", type=float, default=FIRST_RATE, help=f"of learning, at first ({FIRST_RATE})")
        add("--out", type=Path, default=WEIGHTS, metavar="FILE", help="where to write the weights")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["tables"].split(",")
        for name in names:
            if name not in TABLES:
                raise CommandError(f"there is no table {name!r}; there are {', '.join(TABLES)}")
        if options["decks"] is not None and options["decks"] < PIECE:
            raise CommandError(f"--decks must be {PIECE} or more")
        for name in names:
            rules, found = TABLES[name], np.zeros(0)
            decks = options["decks"] or LONGER.get(name, DECKS)
            kind = way_of(rules)
            assert kind is not None
            with Progress(f"decks of {name}", decks // PIECE * PIECE) as progress:
                for weights in train(kind, rules, decks, options["seed"], options["rate"]):
                    progress.step(PIECE)
                    found = weights
            keep(options["out"], name, found * SCALE)
