"""The site of a release, run by the release's own checkout, and people who play there over sockets."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.support.site import free_port

SECRET_KEY: Final = "the key of sites that releases are upgraded from, and of no other"
TIMEOUT_S: Final = 240
"""Seconds to wait for a server or a match, long enough for a busy machine."""


class Person:
    """Player at a table over a socket, who plays the first legal action and knows the latest state."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] | None = None
        self._send(t="hello", proto=1, have=None)

    def do(self, command: str, **fields: Any) -> None:
        """Send a command to the table, and wait until the server accepts it.

        Raises:
            RuntimeError: the server refuses it.
        """
        self._ask(t="do", cmd=command, **fields)

    def listen(self) -> None:
        """Read all messages that have come since the last reading."""
        with contextlib.suppress(TimeoutError):
            while True:
                self._read(0.05)

    def first_state(self) -> dict[str, Any]:
        """Return the state of the match, waiting for the first one.

        Raises:
            TimeoutError: none comes within TIMEOUT_S.
        """
        while self.state is None:
            self._read(TIMEOUT_S)
        return self.state

    def act(self) -> str:
        """Take the first legal action if it is this player's turn; return its type, or "" for none."""
        state = self.state
        if state is None or state["view"]["turn"] != state["view"]["seat"]:
            return ""
        # the server cuts and deals in place of absent players
        if state["view"]["phase"] in ("cut", "deal"):
            return ""
        action = next(iter(state["view"]["legal"]), None)
        if action is None:
            return ""
        self._ask(t="act", base=state["seq"], a=action)
        return str(action["type"])

    def _ask(self, **message: Any) -> None:
        number = secrets.token_hex(8)
        self._send(id=number, **message)
        while (frame := self._read(TIMEOUT_S)).get("id") != number:
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
    """Connect these people to a table within the block; give a dict from seat to person.

    `site` is the description of the site, with the people's sessions.
    """
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
    """Play up to `cards` cards, or until the match is over; return how many were played.

    Raises:
        TimeoutError: nobody plays for TIMEOUT_S.
    """
    count, until = 0, time.monotonic() + TIMEOUT_S
    while count != cards:
        for person in people:
            person.listen()
            if count != cards and (kind := person.act()):
                until = time.monotonic() + TIMEOUT_S
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
    """Checkout of a release with its data in a folder, or in a PostgreSQL `database`."""

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
        """Run a management command of the release; return its output.

        Raises:
            RuntimeError: the command fails; the message is its output.
        """
        line = [self.python, "manage.py", *command]
        process = subprocess.run(
            line, cwd=self.root, env=self.env, input=stdin, capture_output=True, text=True
        )
        if process.returncode:
            raise RuntimeError(f"{command[0]}: {process.stdout}{process.stderr}")
        return process.stdout

    @contextlib.contextmanager
    def serving(self) -> Iterator[str]:
        """Serve the release's site within the block and give its URL; SIGTERM ends the server.

        Raises:
            RuntimeError: the server does not answer, or exits with an error.
        """
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        line = [self.python, "manage.py", "serve", "--port", str(port)]
        with (self.folder / "serve.log").open("ab") as log:
            server = subprocess.Popen(
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
    """Wait until a server is ready.

    Raises:
        RuntimeError: it is not ready within TIMEOUT_S.
    """
    until = time.monotonic() + TIMEOUT_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{address}/readyz", timeout=5).close()
            return
        time.sleep(0.1)
    raise RuntimeError("the server is not ready")
