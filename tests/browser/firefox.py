"""A Firefox driven by WebDriver BiDi, with no more than a short journey needs."""

from __future__ import annotations

import json
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

from tests.support.needs import firefox

_SOON = 20
"""How long anything may take, in seconds."""


class FirefoxError(RuntimeError):
    """Firefox refused a command, a script threw, or what was waited for did not come."""


class Firefox:
    """One window of a headless Firefox; everything that goes wrong in it is kept in `wrong`."""

    def __init__(self, profile: Path, width: int, height: int) -> None:
        self.wrong: list[str] = []
        self._last = 0
        self._held = ExitStack()
        self._process = subprocess.Popen(
            [firefox() or "", "--headless", "--remote-debugging-port=0", "--profile", profile],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            self._socket = self._connected(profile / "WebDriverBiDiServer.json")
            self._do("session.new", capabilities={})
            self._window = self._do("browsingContext.getTree")["contexts"][0]["context"]
            events = ["log.entryAdded", "network.responseCompleted"]
            self._do("session.subscribe", events=events)
            size = {"width": width, "height": height}
            self._do("browsingContext.setViewport", context=self._window, viewport=size)
        except BaseException:
            self._process.kill()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._held.close()
        self._process.terminate()
        self._process.wait()

    def _connected(self, told: Path) -> ClientConnection:
        until = time.monotonic() + _SOON
        while True:
            try:
                port = json.loads(told.read_text())["ws_port"]
                address = f"ws://127.0.0.1:{port}/session"
                return self._held.enter_context(connect(address, max_size=None))
            except (OSError, ValueError, KeyError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)

    def _do(self, method: str, **params: object) -> dict[str, Any]:
        """Let Firefox do something; its answer. Raises FirefoxError."""
        self._last += 1
        self._socket.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=_SOON))
            if message["type"] == "event":
                self._note(message["params"])
            elif message["id"] == self._last:
                break
        if message["type"] == "error":
            raise FirefoxError(f"{method}: {message['message']}")
        result: dict[str, Any] = message["result"]
        return result

    def _note(self, event: dict[str, Any]) -> None:
        if event.get("level") in ("error", "warn"):
            self.wrong.append(f"console: {event['text']}")
        elif event.get("response", {}).get("status", 0) >= 400:
            self.wrong.append(f"{event['response']['status']}: {event['response']['url']}")

    def open(self, url: str) -> None:
        """Go to an address, and wait until the page is there."""
        self._do("browsingContext.navigate", context=self._window, url=url, wait="complete")

    def says(self, script: str) -> Any:
        """What an expression gives, as JSON has it. Raises FirefoxError."""
        expression = f"JSON.stringify(({script}) ?? null)"
        target = {"context": self._window}
        told = self._do("script.evaluate", expression=expression, target=target, awaitPromise=False)
        if told["type"] == "exception":
            raise FirefoxError(f"{script}: {told['exceptionDetails']['text']}")
        return json.loads(told["result"]["value"])

    def wait_for(self, script: str) -> Any:
        """Wait until an expression gives something true; that. Raises FirefoxError."""
        until = time.monotonic() + _SOON
        while not (found := self.says(script)):
            if time.monotonic() > until:
                raise FirefoxError(f"not in time: {script}")
            time.sleep(0.05)
        return found

    def _perform(self, kind: str, actions: list[dict[str, object]], **how: object) -> None:
        source = {"type": kind, "id": kind, "actions": actions, **how}
        self._do("input.performActions", context=self._window, actions=[source])

    def drag(self, selector: str, *steps: tuple[int, int]) -> None:
        """Put a finger on the middle of an element, move it by these steps, and lift it: a tap without any."""
        quoted = json.dumps(selector)
        self.wait_for(f"document.querySelector({quoted})?.getClientRects().length")
        box = self.says(f"document.querySelector({quoted}).getBoundingClientRect()")
        x, y = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
        actions: list[dict[str, object]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
        ]
        for right, down in steps:
            x, y = x + right, y + down
            actions.append({"type": "pointerMove", "x": x, "y": y, "duration": 30})
        actions.append({"type": "pointerUp", "button": 0})
        self._perform("pointer", actions, parameters={"pointerType": "touch"})

    def press(self, *keys: str) -> None:
        """Press keys, one after another.

        A window without a screen is never the active one: there Enter presses no button.
        """
        kinds = ("keyDown", "keyUp")
        self._perform("key", [{"type": kind, "value": key} for key in keys for kind in kinds])
