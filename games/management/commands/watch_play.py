"""Look for partners who know hidden cards, favoured opponents, and ratings that are given away."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone, translation

from games.models import Player
from games.pages.wording.moderation import short_losses_text
from games.services.suspicion_reports import look_around


class Command(BaseCommand):
    """Command: report suspected players to the moderators, by the rules of fair play."""

    help = "report to moderators whom the rules of fair play find; run it once a day"

    def handle(self, *args: Any, **options: Any) -> None:
        """Look for suspicious play once; print the numbers of reports and of messages sent."""
        sent = look_around(now=timezone.now(), message=_message)
        self.stdout.write(f"reports: {sent.reports}; messages: {sent.messages}")


def _message(player: Player) -> str:
    """Return the friendly message about short losses, in the language of a player."""
    language = "" if player.user is None else player.user.language
    with translation.override(language or translation.get_language()):
        return short_losses_text()
