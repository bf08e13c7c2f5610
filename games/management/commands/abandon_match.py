"""End a match that cannot go on."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.models import Match
from games.services.match_ends import abandon_match


class Command(BaseCommand):
    help = "Ends a running match without a result; nothing is counted and stakes go back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("match", help="The id of the match, as in its address.")

    def handle(self, *args: Any, **options: Any) -> None:
        """End a running match without a result.

        Raises:
            CommandError: where there is no such match, or it is over.
        """
        match = Match.objects.filter(public_id=options["match"]).first()
        if match is None:
            raise CommandError("there is no such match")
        if not abandon_match(match_id=match.pk, now=timezone.now()):
            raise CommandError("that match is over already")
        self.stdout.write(f"match {match.public_id} is abandoned")
