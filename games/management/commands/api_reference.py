"""Write the table of all parameters of the API, which stands in docs/api-reference.md."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.api.core.reference import reference_text


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(reference_text(), ending="")
