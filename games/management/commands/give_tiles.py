"""Give players the tiles that they have won by stored matches."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from brisca_site.base.progress import Progress
from games.tiles.services.giving import give_stored_tiles, matches_of_people


class Command(BaseCommand):
    help = (
        "Gives players the tiles that they have won by finished matches, the earliest match first. "
        "Tiles that they have already stay as they are, so it may run again, while the site runs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Give the tiles of all stored matches, and print how many are new."""
        with Progress("matches", matches_of_people().count()) as progress:
            new_tiles = give_stored_tiles(step=progress.step)
        self.stdout.write(f"{new_tiles} tiles given")
