"""Somebody who does not see the page: they press keys, and know what the accessibility tree tells."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.support.browser_people import Person

_T = TypeVar("_T")
LIMIT = 60.0
"""Seconds after which what was waited for is not expected any more."""


@dataclass(frozen=True)
class Node:
    """What the tree tells of one thing on the page."""

    role: str
    name: str
    focused: bool
    disabled: bool
    text: str


class Ear:
    """Reads the tree and presses keys; touches nothing else of the page."""

    def __init__(self, someone: Person) -> None:
        self._page = someone.page
        self._session = someone.context.new_cdp_session(someone.page)

    def nodes(self) -> list[Node]:
        """All that is told, in the order of the page."""
        told = self._session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in told}

        def text(node: dict[str, Any]) -> str:
            if node.get("role", {}).get("value") == "StaticText":
                return str(node["name"]["value"])
            children = (by_id.get(key) for key in node.get("childIds", ()))
            return " ".join(filter(None, (text(child) for child in children if child)))

        found = []
        for node in told:
            if node.get("ignored"):
                continue
            role = str(node.get("role", {}).get("value", ""))
            facts = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            spoken = text(node) if role in ("status", "alert", "dialog") else ""
            found.append(
                Node(
                    role,
                    str(node.get("name", {}).get("value", "")),
                    bool(facts.get("focused")),
                    bool(facts.get("disabled")),
                    spoken,
                )
            )
        return found

    def find(self, role: str, name: str) -> list[Node]:
        """Everything of a role whose name matches."""
        return [one for one in self.nodes() if one.role == role and re.search(name, one.name)]

    def wait_for(self, role: str, name: str) -> Node:
        """Wait until there is such a thing; the first."""
        return self.until(lambda: next(iter(self.find(role, name)), None), f"{role} {name}")

    def until(self, told: Callable[[], _T | None], what: str) -> _T:
        """Wait until something is told."""
        limit = time.monotonic() + LIMIT
        while not (found := told()):
            assert time.monotonic() < limit, what
            self._page.wait_for_timeout(40)
        return found

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self._page.keyboard.press(key)

    def focused(self) -> Node | None:
        """What has the focus, as far as the tree tells."""
        # Documents and dialogs around it are told to be focused as well.
        return next((one for one in reversed(self.nodes()) if one.focused), None)

    def go_to(self, role: str, name: str, most: int = 60) -> None:
        """Tab on to something."""
        for _ in range(most):
            here = self.focused()
            if here and here.role == role and re.search(name, here.name):
                return
            self.press("Tab")
        raise AssertionError(f"no way by Tab to {role} {name}")

    def heard(self) -> str:
        """What the live regions say."""
        return " ".join(one.text for one in self.nodes() if one.role in ("status", "alert"))
