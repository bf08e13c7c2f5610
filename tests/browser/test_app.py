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

from tests.browser.people import PHONE, Person

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


class Line:
    """A line to the site that can be cut."""

    def __init__(self, address: str) -> None:
        self._to = urlsplit(address)
        self._server = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._server.accept()
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
        for one in (self._server, *self._open):
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
    assert page.inner_text("h1") == "No connection"
    assert page.evaluate(styled)
    reader.context.close()


def test_nothing_that_is_ones_own_is_kept(person: Callable[..., Person]) -> None:
    ana = person(still=True)
    ana.sign_up_as("kept")
    ana.open("/rules/")
    _work(ana)
    ana.open("/rules/catalan/")
    ana.wait_until(KEPT, "/rules/catalan/")
    for path in ("/", "/accounts/preferences/", "/matches/"):
        ana.open(path)
    kept = ana.page.evaluate(
        """async () => {
          const all = [];
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys()) all.push(new URL(request.url).pathname);
          return all;
        }"""
    )
    pages = {path for path in kept if not path.startswith(("/static/", "/icon-"))}
    assert pages == {"/offline/", "/rules/catalan/"}
    text = ana.page.evaluate(
        "async () => (await caches.match('/rules/catalan/', { ignoreVary: true })).text()"
    )
    assert "kept-" not in text


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
