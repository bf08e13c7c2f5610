"""Create the players of the site's own bots."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.models import Player
from games.services.players import HOUSE, house_bot


class Command(BaseCommand):
    help = "Makes the house's bots where they are not there yet."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the bots that are missing, and print how many."""
        before = Player.objects.filter(kind="bot").count()
        for level, names in HOUSE.items():
            for index in range(len(names)):
                house_bot(level, index)
        made = Player.objects.filter(kind="bot").count() - before
        if made:
            self.stdout.write(f"{made} house bots made")
