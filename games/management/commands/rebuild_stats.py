"""Count all figures and ratings anew from the records."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.models import Match, PlayerFigures, Rating, TeamFigures
from games.models.matches import MatchStatus
from games.selectors.matches import record_json
from games.stats.update import fold_match


class Command(BaseCommand):
    help = "Counts figures and ratings anew from the records of finished matches."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        for model in (PlayerFigures, TeamFigures, Rating):
            model.objects.all().delete()
        done = 0
        finished = Match.objects.filter(status=MatchStatus.FINISHED).order_by("finished_at", "pk")
        total = finished.count()
        for match in finished.iterator(chunk_size=200):
            body = record_json(match)
            if body is not None:
                fold_match(match, json.loads(body))
                done += 1
            if done % 500 == 0:
                self.stderr.write(f"{done} of {total}")
        self.stdout.write(f"{done} matches counted")
