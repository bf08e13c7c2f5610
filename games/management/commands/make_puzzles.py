"""Make rated puzzles from finished matches, or from deals between bots.

A position becomes a puzzle where one card or bid is right beyond doubt, confirmed with other random
numbers. What is made already stays; bots' deals are the same for the same seed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from brisca_site.base.progress import Progress
from games.engine import PRESETS
from games.puzzles.services.making import make_from_match, matches_for_puzzles, store_lines


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--matches", type=int, default=200, metavar="N", help="latest matches to look at (200)")
        add("--bots", type=int, metavar="N", help="make so many from deals between bots instead")
        add("--seed", default="0", metavar="S", help="of the bots' deals (0)")
        add("--games", nargs="+", choices=list(PRESETS), help="of the bots' deals (all)")
        add(
            "--players",
            nargs="+",
            type=int,
            default=(),
            metavar="P",
            help="at these deals (2 to 4)",
        )
        add("--out", type=Path, metavar="FILE", help="write the bots' puzzles to a file instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make puzzles and print how many were made.

        Raises:
            CommandError: a number is out of range, or --out stands without --bots.
        """
        bots: int | None = options["bots"]
        if options["matches"] < 1 or (bots is not None and bots < 1):
            raise CommandError("--matches and --bots must be 1 or more")
        if options["out"] is not None and bots is None:
            raise CommandError("--out needs --bots")
        count = self._of_matches(options["matches"]) if bots is None else self._of_bots(options)
        self.stdout.write(f"{count} puzzles made")

    def _of_matches(self, most: int) -> int:
        """Make puzzles from the latest finished matches."""
        matches = list(matches_for_puzzles().select_related("record")[:most])
        count = 0
        with Progress("matches", len(matches)) as progress:
            for match in matches:
                count += make_from_match(match=match)
                progress.step()
        return count

    def _of_bots(self, options: dict[str, Any]) -> int:
        """Make puzzles from deals between bots, in the database or in a file."""
        from tools.laboratory.puzzle_deals import PuzzleRequest, puzzle_lines, write_lines

        request = PuzzleRequest(
            options["seed"],
            options["bots"],
            tuple(options["games"] or PRESETS),
            tuple(options["players"]),
        )
        with Progress("puzzles", request.count) as progress:
            lines = puzzle_lines(request, progress.step)
            if options["out"] is not None:
                return write_lines(options["out"], lines)
            return store_lines(lines=lines)
