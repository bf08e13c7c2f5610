"""`check_deploy` names what a running installation would not survive."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.management.deploy_checks import Finding
from games.management.deploy_checks.database import check_database
from games.management.deploy_checks.processes import check_backups, check_processes
from games.management.deploy_checks.redis_servers import check_redis
from games.models import Worker
from tests.needs import REDIS, needs_redis
from tools.bench.listening import PATIENCE
from tools.soak.failover import RedisWithSentinels
from tools.soak.site import free_port

pytestmark = pytest.mark.django_db


def run() -> tuple[str, str]:
    """Return what the command prints, and its error."""
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("check_deploy", stdout=out)
    return out.getvalue(), str(refused.value)


def risks(findings: Iterable[Finding]) -> list[str]:
    return [one.subject for one in findings if not one.survives]


def test_a_site_on_one_machine_is_told_what_it_would_lose() -> None:
    said, error = run()
    assert "AT RISK redis: REDIS_URL is not set" in said
    assert "AT RISK processes: none gave a sign of life" in said
    assert "AT RISK backups: BACKUP_COMMAND is not set" in said
    assert "at risk" in error


def test_one_process_is_a_risk_and_two_are_not() -> None:
    Worker.objects.create(id="a", last_alive=timezone.now())
    Worker.objects.create(id="gone", last_alive=timezone.now() - timedelta(minutes=5))
    assert risks(check_processes(secret_key_in_environment=True)) == ["processes"]
    Worker.objects.create(id="b", last_alive=timezone.now())
    assert risks(check_processes(secret_key_in_environment=True)) == []
    assert risks(check_processes(secret_key_in_environment=False)) == ["secret key"]


def test_backups_have_to_leave_the_machine_encrypted() -> None:
    assert risks(check_backups(recipients=1, command="")) == ["backups"]
    assert risks(check_backups(recipients=0, command="copy")) == ["backups"]
    assert risks(check_backups(recipients=1, command="copy")) == []


def test_a_database_without_a_standby_is_a_risk() -> None:
    found = {one.subject: one for one in check_database("one")}
    if "database" in found:  # SQLite
        assert not found["database"].survives
        assert list(found) == ["database"]
    else:
        assert not found["servers"].survives
        assert not found["standby"].survives
        assert '"Point-in-time restore" in docs/operations.md' in found["archive"].text
        assert found["clock"].survives


@needs_redis
def test_one_redis_is_a_risk_whether_it_answers_or_not() -> None:
    (there,) = check_redis(REDIS)
    (gone,) = check_redis(f"redis://127.0.0.1:{free_port()}/0")
    assert "No move is lost" in there.text
    assert "does not answer" in gone.text
    assert not there.survives
    assert not gone.survives


def test_sentinels_that_do_not_answer_are_counted() -> None:
    url = f"sentinel://127.0.0.1:{free_port()},127.0.0.1:{free_port()}/brisca"
    (finding,) = check_redis(url)
    assert finding.text == "2 of 2 do not answer."


@needs_redis
def test_a_replica_that_is_lost_takes_nobodys_place(tmp_path: Path) -> None:
    with RedisWithSentinels(tmp_path).running() as servers:
        assert risks(check_redis(servers.url)) == []
        servers.kill_master()  # Sentinels go on to list it, as a replica of the other one
        until = time.monotonic() + PATIENCE
        while risks(check_redis(servers.url)) != ["replica"]:
            assert time.monotonic() < until, list(check_redis(servers.url))
            time.sleep(0.05)
