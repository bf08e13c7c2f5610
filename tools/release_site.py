"""Make the small site of a release, from which tests upgrade to later releases.

    python -m tools.release_site CHECKOUT FOLDER [--postgres postgres://postgres@127.0.0.1/postgres]

CHECKOUT is a checkout of the release with a `.venv` of its own. FOLDER gets the database of that site
as SQLite (`site.sqlite3.xz`) and as SQL for PostgreSQL (`site.sql.gz`), and `site.json` with its people,
their keys and sessions, and the latest states of the running matches. Only `FILL_SCRIPT` uses models of
the release; the rest is done by its commands and over sockets.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import lzma
import secrets
import sqlite3
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from tests.support.release_site import SECRET_KEY, Release, play, seated

PASSWORD: Final = "nine clever otters"  # noqa: S105 - of people of a test
TABLES: Final = (("Ana", "Berta"), ("Carla", "Dora", "Elvira", "Flora"))
"""Names of the people at each table with a running match."""
TABLE_OPTIONS: Final = {"match.target": 1, "pot.stake": 10}
NOTE_TEXT: Final = "The ace was still out."
FINISHED_MATCHES: Final = 12
"""Number of finished matches, which the release's own command makes."""
CARDS_PLAYED: Final = 9
"""Cards played in each running match: some tricks, and one that is not complete."""

FILL_SCRIPT: Final = """
import json, sys
from datetime import datetime, timezone
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from accounts.models import User
from accounts.tokens import create_token
from games.models import Match
from games.services import players, tables
from games.services.notes import write_note

ensure_player = getattr(players, "ensure_player", None) or players.player_for

def open_table(host, players, options):
    chosen = {"preset": "ludoteka", "players": players, "options": options, "turn_ms": None}
    if hasattr(tables, "TableOptions"):
        return tables.open_table(host=host, chosen=tables.TableOptions(**chosen))
    return tables.open_table(host=host, **chosen)

inputs = json.load(sys.stdin)
later = datetime(2100, 1, 1, tzinfo=timezone.utc)
site = {"cookie": settings.SESSION_COOKIE_NAME, "people": {}, "tables": []}
for names in inputs["tables"]:
    for name in names:
        user = User.objects.create_user(name, f"{name.lower()}@example.org", inputs["password"])
        token, key = create_token(user=user, name="tests", scopes=["read"], days=365)
        type(token).objects.filter(pk=token.pk).update(expiry=None)
        client = Client()
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        Session.objects.filter(session_key=session).update(expire_date=later)
        site["people"][name] = {"key": key, "session": session}
        ensure_player(user)
    host = ensure_player(User.objects.get(username=names[0]))
    table = open_table(host, len(names), inputs["options"])
    site["tables"].append({"id": table.public_id, "names": names})
match = Match.objects.filter(status="finished").order_by("pk").last()
write_note(player=host, match_id=match.public_id, place="d1", text=inputs["note"])
site["noted"] = {"by": names[0], "match": match.public_id, "text": inputs["note"]}
print(json.dumps(site))
"""
"""Code for the release's shell that makes people with a key and a session each, tables, and a note."""


def fill(release: Release) -> dict[str, Any]:
    """Fill an empty site with people, finished and running matches; return its description."""
    release.manage("migrate", "-v0")
    release.manage("house_bots")
    release.manage(
        "make_matches", "--count", str(FINISHED_MATCHES), "--people", "8", "--workers", "1"
    )
    inputs = {"tables": TABLES, "password": PASSWORD, "note": NOTE_TEXT, "options": TABLE_OPTIONS}
    output = release.manage("shell", "-c", FILL_SCRIPT, stdin=json.dumps(inputs))
    site: dict[str, Any] = json.loads(output.strip().splitlines()[-1])
    site |= {"secret_key": SECRET_KEY, "password": PASSWORD}
    with release.serving() as address:
        for table in site["tables"]:
            with seated(address, table["id"], site, table["names"]) as people:
                for seat, person in enumerate(people[1:], 1):
                    person.do("sit", seat=seat)
                for person in people:
                    person.do("agree", on=True)
                play(people, cards=CARDS_PLAYED)
                for person in people:
                    person.listen()
                table["states"] = [person.state for person in people]
    return site


def make_on_sqlite(root: Path, target: Path) -> None:
    """Make a release's small site on SQLite; write its database and description to a folder."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        site = fill(Release(root, folder))
        compact = folder / "compact.sqlite3"
        with contextlib.closing(sqlite3.connect(folder / "brisca.sqlite3")) as database:
            database.execute("VACUUM INTO ?", [str(compact)])
        (target / "site.sqlite3.xz").write_bytes(lzma.compress(compact.read_bytes(), preset=9))
        (target / "site.json").write_text(json.dumps(site, indent=1) + "\n")


def make_on_postgresql(root: Path, target: Path, admin: str) -> None:
    """Make the site on a PostgreSQL server, and write its dump and description into a folder."""
    import psycopg

    name = f"brisca_{secrets.token_hex(4)}"
    database = urlunsplit(urlsplit(admin)._replace(path=f"/{name}"))
    with psycopg.connect(admin, autocommit=True) as server, tempfile.TemporaryDirectory() as folder:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            site = fill(Release(root, Path(folder), database))
            line = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", database]
            dump = subprocess.run(line, check=True, capture_output=True).stdout  # noqa: S603 - ours
        finally:
            server.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
    (target / "site.sql.gz").write_bytes(gzip.compress(dump, 9, mtime=0))
    (target / "site.postgresql.json").write_text(json.dumps(site, indent=1) + "\n")


def main() -> None:
    """Make a release's small site on SQLite, and also on PostgreSQL if a URL is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--postgres", metavar="URL", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    make_on_sqlite(options.checkout.resolve(), options.folder)
    if options.postgres:
        make_on_postgresql(options.checkout.resolve(), options.folder, options.postgres)


if __name__ == "__main__":
    main()
