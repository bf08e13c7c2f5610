"""Write docs/api-reference.md, the tables of all parameters of the API."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.api.core.reference import reference_text


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--out",
            type=Path,
            default=Path(settings.BASE_DIR) / "docs" / "api-reference.md",
            help="the file to write (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        options["out"].write_text(reference_text(), encoding="utf-8")
        self.stdout.write(f"written: {options['out']}")
