"""What leans on the database holds on PostgreSQL too: the tests of it are run on that once more."""

from __future__ import annotations

import faulthandler
import os
import secrets
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest

from tests.support.needs import POSTGRES, needs_postgres

ROOT = Path(__file__).resolve().parents[1]
AGAIN = (
    "accounts/test_bars.py",
    "accounts/test_lookalikes.py",
    "accounts/test_old_names.py",
    "accounts/test_reserved_names.py",
    "accounts/test_signup_bans.py",
    "accounts/test_taking_names.py",
    "api/test_plans.py",
    "commands/test_check_deploy.py",
    "commands/test_clean.py",
    "tools/test_make_matches.py",
    "tools/test_make_matches_apart.py",
    "live/test_connections.py",
    "live/test_outage_at_once.py",
    "services/test_absences.py",
    "services/test_appeals.py",
    "services/test_blind_reviews.py::test_a_judgement_is_stored_once_and_never_changed",
    "services/test_bulk.py",
    "tournaments/services/test_daily_events.py",
    "services/test_decisions.py",
    "services/test_leaving.py",
    "services/test_notifications_at_once.py",
    "clubs/services/test_club_tables.py",
    "clubs/services/test_clubs_at_once.py",
    "leagues/services/test_leagues_at_once.py",
    "puzzles/services/test_puzzles_at_once.py",
    "services/test_refunds_at_once.py",
    "services/test_reports.py",
    "services/test_signup_bans.py",
    "services/test_stakes.py",
    "services/test_stakes_at_once.py",
    "services/test_stakes_evenings.py",
    "tournaments/services/test_tournament_faults.py",
    "services/test_direct_messages_at_once.py",
    "services/test_partner_likes.py",
    "services/test_team_play_at_once.py",
    "services/test_teams_at_once.py",
    "tournaments/services/test_tournaments_at_once.py",
    "tournaments/services/test_tournaments.py::test_a_swiss_is_played_from_the_announcement_to_the_podium",
    "stats/test_columns.py",
    "stats/test_rebuild.py",
)
"""Tests of plans, of locks, of connections, of what is written by SQL of our own."""


def of_services(path: str) -> bool:
    """Return whether a test is one of services, as about half of them are."""
    return "services/" in path


@pytest.mark.long
@needs_postgres
@pytest.mark.parametrize("services", [True, False], ids=["services", "others"])
def test_all_of_these_hold_on_postgresql_too(tmp_path, services):
    """In a process of their own, with a database and a folder of their own."""
    faulthandler.cancel_dump_traceback_later()  # each test inside has its own time, this has theirs
    url = urlunsplit(urlsplit(POSTGRES)._replace(path=f"/tests_{secrets.token_hex(4)}"))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist"]
        + [str(ROOT / "tests" / each) for each in AGAIN if of_services(each) == services],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": url, "VAR_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_tests_that_run_again_are_there() -> None:
    missing = [name for name in AGAIN if not (ROOT / "tests" / name.split("::")[0]).is_file()]
    assert missing == []
