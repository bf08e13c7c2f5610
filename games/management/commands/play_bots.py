"""Play matches between bots and print how strong they are; with `--dry` nothing is stored."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.bots import BOT_NAMES
from games.engine import PRESETS


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--preset", default="ludoteka", metavar="NAME", help="one of " + ", ".join(PRESETS))
        add("--players", type=int, default=2, metavar="N", help="how many sit at the table (2)")
        add(
            "--option",
            action="append",
            default=[],
            metavar="name=value",
            help="change an option of the ruleset, as in match.target=1; may be given again",
        )
        add("--matches", type=int, default=10, metavar="K", help="how many matches (10)")
        add(
            "--bots",
            default="rules",
            metavar="A,B,...",
            help=f"of {', '.join(BOT_NAMES)}: one fills every seat, some are dealt round the sides",
        )
        add("--seed", default="0", metavar="S", help="the same seed plays the same again (0)")
        add(
            "--duplicate",
            action="store_true",
            help="play every deck again with the sides turned, once for each side",
        )
        add("--dry", action="store_true", help="without the database; decks from the seed too")
        add("--out", type=Path, metavar="DIR", help="write the record of every match there")
        add("--json", action="store_true", help="print one JSON object in place of the table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play matches between bots and print the bots' results.

        Raises:
            CommandError: where an option is wrong, or the folder of records cannot be made.
        """
        from tools.laboratory.bot_contest import contest_of, play_and_keep

        contest = contest_of(options)
        figures = play_and_keep(contest, stored=not options["dry"], folder=options["out"])
        output = json.dumps(figures.as_json()) if options["json"] else figures.as_table()
        self.stdout.write(output)
