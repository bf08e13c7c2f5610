"""`manage.py serve`: run the site with its background tasks; SIGTERM drains it before it ends."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.api.core.live_docs import build_documents


class Command(BaseCommand):
    """Command: serve HTTP and WebSockets until SIGTERM or SIGINT."""

    help = "Serve the site: HTTP, WebSockets, the journal writer and the clocks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen on.")
        parser.add_argument("--port", type=int, default=8000, help="Port to listen on.")
        parser.add_argument(
            "--server",
            choices=("daphne", "uvicorn"),
            default=os.environ.get("SERVER", "daphne"),
            help="uvicorn is faster; the variable SERVER sets it too.",
        )
        parser.add_argument(
            "--lead",
            type=float,
            default=float(os.environ.get("DRAIN_LEAD", "0")),
            help="Seconds not ready but serving, between SIGTERM and the drain; DRAIN_LEAD=.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve the site until the process is told to stop.

        Raises:
            CommandError: where the server is unknown or not installed.
        """
        if options["server"] == "daphne":
            from games.live.server.daphne_server import serve
        elif options["server"] == "uvicorn":
            try:
                from games.live.server.uvicorn_server import serve
            except ImportError as error:
                raise CommandError(
                    f"uvicorn is not installed ({error.name}): .ci/venv requirements.txt"
                ) from error
        else:
            raise CommandError(f"SERVER is daphne or uvicorn, not {options['server']!r}")

        build_documents()  # before the first request; the first ones may come all at once
        url = f"http://{options['host']}:{options['port']}/"

        def announce() -> None:
            """Print the address at which the site is served."""
            self.stdout.write(self.style.SUCCESS(f"Brisca is at {url}"))
            self.stdout.flush()

        serve(options["host"], options["port"], announce, options["lead"])
