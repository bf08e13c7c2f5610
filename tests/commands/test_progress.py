"""Progress is a moving bar on a terminal and a few lines elsewhere."""

from io import StringIO

import pytest

from brisca_site.base import progress
from brisca_site.base.progress import Progress


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture
def clock(monkeypatch):
    """A clock that moves a second at every look."""
    ticks = iter(range(10_000))
    monkeypatch.setattr(progress.time, "monotonic", lambda: float(next(ticks)))


def test_draws_a_bar_on_a_terminal(clock):
    stream = Terminal()
    with Progress("deals", 4, stream) as shown:
        for _ in range(4):
            shown.step()
    frames = stream.getvalue().split("\r")
    assert "deals [##############################] 4/4" in frames[-1]
    assert frames[-1].endswith("\n")


def test_writes_a_line_now_and_then_elsewhere(clock):
    stream = StringIO()
    with Progress("deals", 100, stream) as shown:
        for _ in range(100):
            shown.step()
    lines = stream.getvalue().splitlines()
    assert 2 < len(lines) < 20
    assert "\r" not in stream.getvalue()
    assert lines[0].startswith("deals: ")


def test_short_work_is_silent_where_there_is_no_terminal():
    stream = StringIO()
    with Progress("deals", 3, stream) as shown:
        for _ in range(3):
            shown.step()
    assert stream.getvalue() == ""
