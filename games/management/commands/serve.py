"""`manage.py serve`: the site, with its background tasks, drained cleanly at the end."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    """Serve HTTP and WebSockets with Daphne."""

    help = "Serve the site: HTTP, WebSockets, the journal writer and the clocks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="Address to listen on.")
        parser.add_argument("--port", type=int, default=8000, help="Port to listen on.")

    def handle(self, *args: Any, **options: Any) -> None:
        from games.live.serving import serve

        url = f"http://{options['host']}:{options['port']}/"

        def announce() -> None:
            self.stdout.write(self.style.SUCCESS(f"Brisca is at {url}"))
            self.stdout.flush()

        serve(options["host"], options["port"], announce)
