"""Draw the cards, the signs and the brand into the folder of the static files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

if TYPE_CHECKING:
    from argparse import ArgumentParser


class Command(BaseCommand):
    """Command: write the files of cards, signs and brand, or with `--check` compare them."""

    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options of the command."""
        parser.add_argument(
            "--out",
            type=Path,
            default=Path(settings.BASE_DIR) / "static",
            help="folder for cards/ and brand/ (the project's static files)",
        )
        parser.add_argument(
            "--check", action="store_true", help="write nothing; fail where a file differs"
        )
        parser.add_argument(
            "--previews", type=Path, help="also PNG sheets into this folder (needs Chromium)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write all files that differ from what is drawn, or with `--check` only compare them.

        Raises:
            CommandError: with `--check`, where files are not as drawn.
        """
        from tools.cardart.files import files
        from tools.cardart.preview import write_previews

        folder: Path = options["out"]
        drawn = files()
        stale = [name for name, text in drawn.items() if not _same(folder / name, text)]
        if options["check"]:
            if stale:
                raise CommandError("not as drawn: " + ", ".join(stale))
            self.stdout.write("every file is as drawn")
            return
        for name in stale:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(drawn[name].encode())
            self.stdout.write(name)
        self.stdout.write(f"{len(stale)} of {len(drawn)} files written")
        if options["previews"]:
            for path in write_previews(options["previews"]):
                self.stdout.write(str(path))


def _same(path: Path, text: str) -> bool:
    """Return whether a file holds exactly this text."""
    return path.is_file() and path.read_bytes() == text.encode()
