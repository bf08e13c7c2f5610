"""Create the players of the site's own bots."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.common.house_bots import HOUSE_BOT_NAMES
from games.models import Player
from games.services.players import house_bot


class Command(BaseCommand):
    help = "Makes the house's bots where they are not there yet."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the players of the site's bots that are missing, and print how many."""
        before = Player.objects.filter(kind="bot").count()
        for level, names in HOUSE_BOT_NAMES.items():
            for index in range(len(names)):
                house_bot(level, index)
        created = Player.objects.filter(kind="bot").count() - before
        if created:
            self.stdout.write(f"{created} house bots made")
