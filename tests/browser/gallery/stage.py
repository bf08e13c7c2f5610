"""A table's page in a window, told by us instead of by the server: any moment can be shown on it."""

from __future__ import annotations

import json
import re
import time
from typing import Any, Final

from playwright.sync_api import Browser, Page, Route, ViewportSize, WebSocketRoute

from games.rules_text import preset_title, summary
from tests.browser.gallery.moments import Moment
from tests.support.browser_people import Theme, press_when_settled

DATA: Final = re.compile(r'(<script id="table-data" type="application/json">).*?(</script>)', re.S)
REST: Final = (
    """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"""
)
PATIENCE: Final = 400
"""Seconds; a machine may have much else to do."""
OPENS: Final = 20
"""Seconds for what opens at a click; later it is a finding."""
LOCALES: Final = {"es": "es-ES", "ca": "ca-ES", "en": "en-GB"}


class Stage:
    """One window in one language; `source` is the path of a real table, whose page is used.

    With `simple` the page is in the simple view.
    """

    def __init__(
        self, browser: Browser, address: str, source: str, language: str, *, simple: bool = False
    ) -> None:
        self.context = browser.new_context(
            locale=LOCALES[language],
            reduced_motion="reduce",
            service_workers="block",  # it would fetch pages past what is answered here
            viewport={"width": 360, "height": 640},
        )
        self.context.set_default_timeout(OPENS * 1000)
        self.context.set_default_navigation_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        press_when_settled(self.page)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(f"script: {error}"))
        self.address = address
        # What is asked for without a page says nothing of the language by itself.
        asked = {"Accept-Language": LOCALES[language]}
        if simple:
            asked["Cookie"] = "view=simple"
        # As a spectator: whoever may sit down is shown the invitation, a page without the table.
        answer = self.context.request.get(f"{address}{source}?watch", headers=asked)
        self._html, self._headers = answer.text(), _plain(answer.headers)
        self._moment: Moment | None = None
        self._socket: WebSocketRoute | None = None
        self.sent: list[dict[str, Any]] = []
        """Messages that the page has sent since it was loaded."""
        self._on = 0
        self._window: tuple[ViewportSize, Theme] | None = None
        self.page.route(re.compile(r"/t/gallery/(?!qr)"), self._answer)
        picture = f"{address}{source}qr.svg"
        self.page.route(re.compile(r"/t/gallery/qr"), lambda route: route.continue_(url=picture))
        self.page.route_web_socket(re.compile(r"/ws/table/"), self._connected)

    def _answer(self, route: Route) -> None:
        assert self._moment is not None
        data = {
            "table": self._moment.table,
            "ws_path": "/ws/table/gallery/",
            "title": preset_title(self._moment.way.preset),
            "rules": {
                "title": preset_title(self._moment.way.preset),
                "lines": summary(self._moment.way.ruleset()),
                "url": "/rules/",
            },
            "invite": "",
            "seat": None,
        }
        told = json.dumps(data).replace("<", "\\u003C")
        html = DATA.sub(lambda found: found[1] + told + found[2], self._html)
        route.fulfill(status=200, headers=self._headers, body=html)

    def _connected(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda message: self.sent.append(json.loads(message)))

    def open(self, moment: Moment) -> None:
        """Load the page of a table at a moment."""
        self._moment, self._socket = moment, None
        self.sent.clear()
        self.page.goto(f"{self.address}/t/gallery/")
        self.page.wait_for_selector(".tbl .seat, .tbl .waiting .s")
        until = time.monotonic() + PATIENCE
        while self._socket is None:
            assert time.monotonic() < until, "the page has opened no socket"
            self.page.wait_for_timeout(20)
        self.show(moment)
        self.page.wait_for_load_state("networkidle")

    def show(self, moment: Moment) -> None:
        """Show another moment on the same page."""
        self.page.keyboard.press("Escape")
        self.send({"t": "table", "table": moment.table})
        self._on += 1
        for message in moment.messages:
            self.send({**message, "match": f"{self._on}"})
        if moment.name.startswith(("deal_over", "match_over")):
            self.page.wait_for_selector("#end-dialog")
        self.rest()

    def send(self, message: dict[str, Any]) -> None:
        """Tell the page something."""
        assert self._socket is not None
        self._socket.send(json.dumps(message))

    def acts(self) -> list[dict[str, Any]]:
        """Return the actions that the page has sent since it was loaded."""
        self.rest()
        return [message["a"] for message in self.sent if message["t"] == "act"]

    def rest(self) -> None:
        """Wait until what was told is drawn."""
        self.page.evaluate(REST)

    def window(self, size: ViewportSize, theme: Theme) -> None:
        """Another size of window, and light or dark."""
        if (size, theme) == self._window:
            return
        self._window = (size, theme)
        self.page.set_viewport_size(size)
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self.rest()


def _plain(headers: dict[str, str]) -> dict[str, str]:
    dropped = ("content-length", "content-encoding", "transfer-encoding", "set-cookie")
    return {name: value for name, value in headers.items() if name not in dropped}
