"""`prepare` counts anew what a release counts by other rules, once, and never beside servers."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.utils import timezone

from games.management import recounts
from games.management.commands import prepare
from games.models import Worker

pytestmark = pytest.mark.django_db


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the commands that count, which are noted and not run; one recount is needed until then."""
    commands: list[str] = []
    monkeypatch.setattr(prepare, "call_command", lambda name, **_options: commands.append(name))
    recount = recounts.Recount(
        "points", "rebuild_stats", lambda: "rebuild_stats" not in commands, lambda: 7
    )
    monkeypatch.setattr(recounts, "RECOUNTS", (recount,))
    return commands


def recount(*, later: bool = False) -> str:
    printed = StringIO()
    prepare.Command(stdout=printed)._recount(is_later=later)
    return printed.getvalue()


def served(*, seconds_ago: float) -> None:
    Worker.objects.create(id="a", last_alive=timezone.now() - timedelta(seconds=seconds_ago))


def test_what_is_needed_is_counted_once_and_its_time_told(counted: list[str]) -> None:
    assert "points are counted anew: about 7 min" in recount()
    assert counted == ["rebuild_stats"]
    assert recount() == ""
    assert counted == ["rebuild_stats"]


def test_beside_servers_it_is_named_and_not_counted(
    counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "is_served", lambda: True)
    assert "manage.py rebuild_stats (about 7 min" in recount()
    assert counted == []


def test_it_may_be_left_for_later(counted: list[str]) -> None:
    assert "manage.py rebuild_stats" in recount(later=True)
    assert counted == []


def test_a_process_that_gives_another_sign_of_life_serves() -> None:
    served(seconds_ago=2)
    beats = iter([0, 0, 1])

    def sleep(_seconds: float) -> None:
        if next(beats):
            Worker.objects.update(last_alive=timezone.now())

    assert recounts.is_served(sleep)


@pytest.mark.parametrize("seconds_ago", [2, 40])
def test_a_process_that_has_stopped_serves_no_longer(seconds_ago: float) -> None:
    served(seconds_ago=seconds_ago)
    assert not recounts.is_served(lambda _seconds: None)


def test_a_site_that_never_ran_is_not_served_and_needs_no_recount() -> None:
    assert not recounts.is_served()
    assert recounts.needed_recounts() == []
