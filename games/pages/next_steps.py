"""The port through which pages show the one step that is proposed next: it needs every feature."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest

from games.common.next_step import Occasion
from games.common.ports import Port


class NextSteps:
    """Interface to the proposals of a next step; by default there is none."""

    def step(self, request: HttpRequest, occasion: Occasion, about: str) -> dict[str, Any] | None:
        """Return the template context of `games/_next_step.html` for the visitor; None: show nothing.

        `about` is the public id of what the visitor has finished. It stores which step is shown.
        """
        return None


next_steps: Final = Port(NextSteps)
