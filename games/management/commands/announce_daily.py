"""Announce a series of daily events of the site; the next one is announced as one begins."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.common.errors import TournamentError
from games.common.house_bots import LEVELS
from games.engine import PRESETS, RulesetError
from games.tournaments.services.creating import TournamentOptions, create_tournament


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--name", default="Torneo diario", help="of each event (Torneo diario)")
        add("--preset", default="ludoteka", choices=list(PRESETS))
        add("--players", type=int, default=2, help="seats of a table, bots included (2)")
        add("--deals", type=int, default=8, help="of an event (8)")
        add("--bots", default="learned", choices=LEVELS, help="level of the other seats (learned)")
        add("--house", type=int, default=10, help="house bots that take part (10)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Announce the first event of a series of daily events, for the next midnight of UTC.

        Raises:
            CommandError: such an event cannot be played.
        """
        try:
            tournament = create_tournament(creator=None, chosen=_chosen(options))
        except TournamentError as error:
            raise CommandError(f"such an event cannot be played: {error.code}") from error
        except RulesetError as error:
            raise CommandError(f"such an event cannot be played: {error}") from error
        self.stdout.write(
            f"/tournaments/{tournament.public_id}/ begins {tournament.starts_at:%Y-%m-%d %H:%M} UTC"
        )


def _chosen(options: dict[str, Any]) -> TournamentOptions:
    """Return the options of the series' first event, which begins at the next midnight (UTC)."""
    midnight = timezone.now().astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    teams = {4: "pairs", 6: "threes"}.get(options["players"])
    return TournamentOptions(
        **{name: options[name] for name in ("name", "preset", "players", "deals", "bots")},
        format="daily",
        options={"teams": teams} if teams else {},
        house_entrants=options["house"],
        max_entrants=1000,
        every_days=1,
        starts_at=midnight + timedelta(days=1),
    )
