"""The site as an app: what can be read without a connection, and being called by the browser."""

from __future__ import annotations

import base64
import contextlib
import json
import socket
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.support.browser_people import PHONE, Person

KEPT = "async path => Boolean(await caches.match(path, { ignoreVary: true }))"
SERVICE = """{
  let made = null;
  const [point, secret] = %s;
  Notification.requestPermission = async () => window.answer ?? 'granted';
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError('no key');
    const endpoint = `https://fcm.googleapis.com/fcm/send/${Math.random()}`;
    made = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: point, auth: secret } }),
      unsubscribe: async () => Boolean(made = null) || true,
    };
    return made;
  };
}"""

REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\n"
    b"Content-Length: 11\r\nConnection: close\r\n\r\nno database"
)
"""Answer of a server that has no database."""


class Line:
    """A line to the site that can be cut."""

    def __init__(self, address: str) -> None:
        self._to = urlsplit(address)
        self._open: list[socket.socket] = []
        self._refuses = False
        self._listen(0)
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"

    def _listen(self, port: int) -> None:
        self._server = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, args=(self._server,), daemon=True).start()

    def refuse(self) -> None:
        """From now on the answer is 503."""
        self._refuses = True
        self._close(self._open)

    def mend(self) -> None:
        """The line that was cut carries again."""
        self._listen(urlsplit(self.address).port or 0)

    def _accept(self, server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = server.accept()
                if self._refuses:
                    near.recv(65536)
                    near.sendall(REFUSAL)
                    near.close()
                    continue
                far = socket.create_connection((self._to.hostname, self._to.port))
                self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        """Nothing goes through any more."""
        self._close([self._server, *self._open])

    @staticmethod
    def _close(sockets: list[socket.socket]) -> None:
        for one in sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    """A line to the site, cut at the end."""
    made = Line(address)
    yield made
    made.cut()


def _work(someone: Person) -> None:
    """Let the service worker begin now; pages do it some seconds after they came."""
    someone.page.evaluate("() => void navigator.serviceWorker.register('/sw.js')")
    someone.wait_until("() => navigator.serviceWorker.controller !== null")


def test_rules_that_were_read_are_there_without_a_connection(browser: Browser, line: Line) -> None:
    reader = Person(browser, line.address, size=PHONE, still=True)
    page = reader.open("/rules/")
    _work(reader)
    title = reader.open("/rules/catalan/").inner_text("h1")
    reader.wait_until(KEPT, "/rules/catalan/")
    line.cut()
    assert reader.open("/rules/catalan/").inner_text("h1") == title
    styled = "() => getComputedStyle(document.body).getPropertyValue('--ink') !== ''"
    assert page.evaluate(styled)
    reader.open("/leaderboard/")
    assert page.inner_text("h1") == "We can’t reach the server"
    assert (
        page.evaluate("() => getComputedStyle(document.querySelector('main')).maxWidth") != "none"
    )
    reader.context.close()


def test_without_a_connection_a_page_tries_again_and_lists_what_can_be_read(
    browser: Browser, line: Line
) -> None:
    reader = Person(browser, line.address, size=PHONE, still=True)
    page = reader.open("/rules/catalan/")  # read before there is a worker
    _work(reader)
    reader.wait_until(KEPT, "/rules/catalan/")
    line.cut()
    reader.open("/leaderboard/?pool=2")
    assert page.evaluate("() => document.activeElement.tagName") == "H1"
    assert page.inner_text("#kept li") == "Catalan Brisca"
    assert page.get_attribute("#kept a", "href") == f"{line.address}/rules/catalan/"
    reader.wait_until("() => /Next try in \\d s/.test(document.querySelector('#wait').textContent)")
    page.click("#again")
    page.wait_for_selector("#news:text('There is still no answer.')")
    reader.wait_until("() => /in [5-8] s/.test(document.querySelector('#wait').textContent)")
    line.mend()
    page.wait_for_url("**/leaderboard/?pool=2")
    page.wait_for_selector("h1:text-is('Leaderboard')", timeout=30_000)
    reader.context.close()


def test_what_was_read_is_shown_while_the_server_has_no_database(
    browser: Browser, line: Line
) -> None:
    reader = Person(browser, line.address, size=PHONE, still=True)
    reader.open("/rules/")
    _work(reader)
    title = reader.open("/rules/catalan/").inner_text("h1")
    reader.wait_until(KEPT, "/rules/catalan/")
    line.refuse()
    assert reader.open("/rules/catalan/").inner_text("h1") == title
    assert reader.open("/leaderboard/").inner_text("body") == "no database"
    reader.context.close()


def test_nothing_that_is_ones_own_is_kept(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    name = ana.sign_up_as("kept")
    ana.open("/rules/")
    _work(ana)
    ana.open("/rules/catalan/")
    ana.wait_until(KEPT, "/rules/catalan/")
    for path in ("/", "/accounts/preferences/", "/matches/"):
        ana.open(path)
    ana.wait_until(KEPT, "/rules/")
    kept = ana.page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname);
          return all;
        }"""
    )
    pages = {path for path in kept if not path.startswith(("/static/", "/icon-"))}
    assert pages == {"/offline/", "/rules/", "/rules/catalan/"}
    read = "async path => (await caches.match(path, { ignoreVary: true })).text()"
    assert [path for path in pages if name in ana.page.evaluate(read, path)] == []


def test_a_browser_is_called_only_once_it_was_asked_and_granted(
    person: Callable[..., Person], folder: Path
) -> None:
    ana = person(still=True)
    keys = [base64.urlsafe_b64encode(bytes([4] * size)).decode().rstrip("=") for size in (65, 16)]
    ana.context.add_init_script(SERVICE % json.dumps(keys))
    name = ana.sign_up_as("called")
    page = ana.open("/accounts/preferences/")
    _work(ana)
    page.evaluate("() => { window.answer = 'denied'; }")
    page.click("text=Notify me in this browser")
    page.wait_for_selector("text=This browser does not let us notify you.")
    assert _called(folder, name) == 0
    page.evaluate("() => { window.answer = 'granted'; }")
    page.click("text=Notify me in this browser")
    page.wait_for_selector("text=This browser will notify you.")
    assert _called(folder, name) == 1
    page.click("text=Stop notifying me here")
    page.wait_for_selector("text=This browser will no longer notify you.")
    assert _called(folder, name) == 0


def _called(folder: Path, name: str) -> int:
    """How many browsers of somebody the site may call."""
    query = (
        "select count(*) from accounts_pushsubscription join accounts_user"
        " on accounts_user.id = user_id where username = ?"
    )
    with contextlib.closing(sqlite3.connect(folder / "brisca.sqlite3")) as database:
        return int(database.execute(query, (name,)).fetchone()[0])
