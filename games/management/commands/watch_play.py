"""Look for partners who know hidden cards, favoured opponents, and ratings that are given away."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation

from games.models import Player
from games.pages.wording.moderation import short_losses_text
from games.services.watch import look_around


class Command(BaseCommand):
    """Command: report to the moderators whom the rules of fair play find."""

    help = "report to moderators whom the rules of fair play find; run it once a day"

    def handle(self, *args: Any, **options: Any) -> None:
        """Look once, and print how many reports and messages came of it."""
        found = look_around(now=timezone.now(), message=_message)
        self.stdout.write(f"reports: {found.reports}; messages: {found.messages}")


def _message(player: Player) -> str:
    """Return the message about short losses in the language of a player."""
    language = "" if player.user is None else player.user.language
    with translation.override(language or translation.get_language()):
        return short_losses_text()
