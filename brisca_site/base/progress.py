"""A progress bar for long commands, on standard error so that output stays clean."""

from __future__ import annotations

import sys
import time
from typing import Final, Self, TextIO, TypeVar

T = TypeVar("T")

WIDTH: Final = 30
"""Characters of the bar."""
FRAME_SECONDS: Final = 0.1
"""Seconds between two drawings of the bar on a terminal."""
LINE_SECONDS: Final = 10.0
"""Seconds between two lines where the output is no terminal."""


class Progress:
    """Context manager that shows how many of `total` steps are done: on a terminal a bar."""

    def __init__(self, label: str, total: int, stream: TextIO | None = None) -> None:
        self.label = label
        self.total = max(total, 1)
        self.done = 0
        self.stream = stream or sys.stderr
        self.moving = self.stream.isatty()
        self.began = self.shown = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *about: object) -> None:
        if self.moving:
            self._draw()
            self.stream.write("\n")
            self.stream.flush()

    def step(self, count: int = 1) -> None:
        """Count further steps as done, and redraw the bar if enough time has passed."""
        self.done += count
        now = time.monotonic()
        if now - self.shown >= (FRAME_SECONDS if self.moving else LINE_SECONDS):
            self.shown = now
            self._draw()

    def _draw(self) -> None:
        """Draw the progress bar or line, with count, rate and estimated time left."""
        spent = time.monotonic() - self.began
        share = min(1.0, self.done / self.total)
        rate = self.done / spent if spent > 0 else 0.0
        left = _clock((self.total - self.done) / rate) if rate else "?"
        figures = f"{self.done}/{self.total}  {rate:.1f}/s  {left} left"
        if self.moving:
            full = round(share * WIDTH)
            bar = "#" * full + "." * (WIDTH - full)
            self.stream.write(f"\r{self.label} [{bar}] {figures}\x1b[K")
        else:
            self.stream.write(f"{self.label}: {share:.0%}, {figures}\n")
        self.stream.flush()


def _clock(seconds: float) -> str:
    """Return a duration in seconds as `m:ss` or `h:mm:ss`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
