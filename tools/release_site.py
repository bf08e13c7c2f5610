"""Make the small site of a release that later releases are tested to upgrade.

    python -m tools.release_site CHECKOUT FOLDER [--postgres postgres://postgres@127.0.0.1/postgres]

CHECKOUT is a checkout of the release with a `.venv` of its own. FOLDER gets the database of that
site as SQLite (`site.sqlite3.xz`) and as SQL for PostgreSQL (`site.sql.gz`), and `site.json`, which
lists its people, their keys and sessions, and what they saw of the matches that were running. Only
`FILL` uses models of the release; the rest is done by its commands and over sockets.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import lzma
import os
import secrets
import sqlite3
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tools.soak.site import free_port

SECRET_KEY: Final = "the key of sites that releases are upgraded from, and of no other"  # noqa: S105 - of tests
PASSWORD: Final = "nine clever otters"  # noqa: S105 - of people of a test
TABLES: Final = (("Ana", "Berta"), ("Carla", "Dora", "Elvira", "Flora"))
"""Names of the people at each table with a running match."""
OPTIONS: Final = {"match.target": 1, "pot.stake": 10}
NOTE: Final = "The ace was still out."
FINISHED_MATCHES: Final = 12
"""Matches that are over, which the release makes itself."""
CARDS_PLAYED: Final = 9
"""Cards played in each running match: some tricks, and one that is not complete."""
START_S: Final = 240
"""Seconds in which a server answers and a match begins, on a machine that others use as well."""

FILL: Final = """
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

told = json.load(sys.stdin)
later = datetime(2100, 1, 1, tzinfo=timezone.utc)
site = {"cookie": settings.SESSION_COOKIE_NAME, "people": {}, "tables": []}
for names in told["tables"]:
    for name in names:
        user = User.objects.create_user(name, f"{name.lower()}@example.org", told["password"])
        token, key = create_token(user=user, name="tests", scopes=["read"], days=365)
        type(token).objects.filter(pk=token.pk).update(expiry=None)
        client = Client()
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        Session.objects.filter(session_key=session).update(expire_date=later)
        site["people"][name] = {"key": key, "session": session}
        ensure_player(user)
    host = ensure_player(User.objects.get(username=names[0]))
    table = open_table(host, len(names), told["options"])
    site["tables"].append({"id": table.public_id, "names": names})
match = Match.objects.filter(status="finished").order_by("pk").last()
write_note(player=host, match_id=match.public_id, place="d1", text=told["note"])
site["noted"] = {"by": names[0], "match": match.public_id, "text": told["note"]}
print(json.dumps(site))
"""
"""Run in the release's shell: make people with a key and a session each, tables, and a note."""


class Person:
    """A person at a table over a socket, who plays the first legal action and knows the last state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] | None = None
        self._send(t="hello", proto=1, have=None)

    def do(self, command: str, **fields: Any) -> None:
        """Send a command of the table and wait until it is taken.

        Raises:
            RuntimeError: it is refused.
        """
        self._ask(t="do", cmd=command, **fields)

    def listen(self) -> None:
        """Read what has come meanwhile."""
        with contextlib.suppress(TimeoutError):
            while True:
                self._read(0.05)

    def first_state(self) -> dict[str, Any]:
        """Return the state, once one has come.

        Raises:
            TimeoutError: none comes.
        """
        while self.state is None:
            self._read(START_S)
        return self.state

    def act(self) -> str:
        """Do the first legal action in one's turn; return its type, or nothing if there is none."""
        state = self.state
        if state is None or state["view"]["turn"] != state["view"]["seat"]:
            return ""
        if state["view"]["phase"] in ("cut", "deal"):  # the server does these where nobody does
            return ""
        action = next(iter(state["view"]["legal"]), None)
        if action is None:
            return ""
        self._ask(t="act", base=state["seq"], a=action)
        return str(action["type"])

    def _ask(self, **message: Any) -> None:
        number = secrets.token_hex(8)
        self._send(id=number, **message)
        while (frame := self._read(START_S)).get("id") != number:
            pass
        if frame["t"] == "nak":
            raise RuntimeError(f"{message} is refused: {frame}")

    def _send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def _read(self, patience: float) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(self.socket.recv(patience))
        if frame["t"] == "state":
            self.state = frame
        return frame


@contextlib.contextmanager
def seated(
    address: str, table: str, site: Mapping[str, Any], names: Sequence[str]
) -> Iterator[list[Person]]:
    """Give the people of a site at a table, connected to its server."""
    with contextlib.ExitStack() as stack:
        people = []
        for name in names:
            cookie = f"{site['cookie']}={site['people'][name]['session']}"
            socket = connect(
                f"{address.replace('http', 'ws', 1)}/ws/table/{table}/",
                origin=Origin(address),
                additional_headers={"Cookie": cookie},
            )
            people.append(Person(stack.enter_context(socket)))
        yield people


def play(people: Sequence[Person], *, cards: int | None = None) -> int:
    """Play until so many cards are played, or the match is over; return their number.

    Raises:
        TimeoutError: nobody has anything to play for so long.
    """
    count, until = 0, time.monotonic() + START_S
    while count != cards:
        for person in people:
            person.listen()
            if count != cards and (kind := person.act()):
                until = time.monotonic() + START_S
                count += kind == "play"
        phases = {person.state["view"]["phase"] for person in people if person.state}
        if phases == {"match_over"}:
            break
        if phases == {"deal_over"}:
            for person in people:
                person.do("next")
        if time.monotonic() > until:
            raise TimeoutError(f"nobody plays: {people[0].state}")
    return count


class Release:
    """A checkout of a release with its data in a folder, or with `database` on PostgreSQL."""

    def __init__(self, root: Path, folder: Path, database: str = "", python: str = "") -> None:
        self.root, self.folder = root, folder
        self.python = python or str(root / ".venv" / "bin" / "python")
        self.env = {
            **os.environ,
            "VAR_DIR": str(folder),
            "DATABASE_URL": database,
            "REDIS_URL": "",
            "SECRET_KEY": SECRET_KEY,
            "ANALYSE_EVERY": "0",
            "TABLE_LIMIT": "1000/m/ip",
            "CHAT_AFTER_HOURS": "0",
            "DJANGO_SETTINGS_MODULE": "brisca_site.settings",
        }

    def manage(self, *command: str, stdin: str = "") -> str:
        """Run a command of the release and return what it prints.

        Raises:
            RuntimeError: it fails; the text is what it printed.
        """
        line = [self.python, "manage.py", *command]
        process = subprocess.run(  # noqa: S603 - our own
            line, cwd=self.root, env=self.env, input=stdin, capture_output=True, text=True
        )
        if process.returncode:
            raise RuntimeError(f"{command[0]}: {process.stdout}{process.stderr}")
        return process.stdout

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        """Serve the site and give its address; SIGTERM ends it.

        Raises:
            RuntimeError: the server does not answer, or does not end well.
        """
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        line = [self.python, "manage.py", "serve", "--port", str(port)]
        with (self.folder / "serve.log").open("ab") as log:
            server = subprocess.Popen(  # noqa: S603 - our own
                line, cwd=self.root, env=self.env, stdout=log, stderr=subprocess.STDOUT
            )
            try:
                wait_until_ready(address)
                yield address
            finally:
                server.terminate()
                code = server.wait(60)
        if code:
            raise RuntimeError(f"the server ended with {code}")


def wait_until_ready(address: str) -> None:
    """Return once a server is ready.

    Raises:
        RuntimeError: it is not ready in time.
    """
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/readyz", timeout=5).close()  # noqa: S310 - our own
            return
        time.sleep(0.1)
    raise RuntimeError("the server is not ready")


def fill(release: Release) -> dict[str, Any]:
    """Fill an empty site with people, finished and running matches; return its description."""
    release.manage("migrate", "-v0")
    release.manage("house_bots")
    release.manage(
        "make_matches", "--count", str(FINISHED_MATCHES), "--people", "8", "--workers", "1"
    )
    inputs = {"tables": TABLES, "password": PASSWORD, "note": NOTE, "options": OPTIONS}
    output = release.manage("shell", "-c", FILL, stdin=json.dumps(inputs))
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
    """Make the site on SQLite, and write its database and description into a folder."""
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
    """Make the site on SQLite, and on PostgreSQL where a server is given."""
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
