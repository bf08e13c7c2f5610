"""`check_deploy` names what a running installation would not survive."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from brisca_site.base.stamps import read_stamp, write_stamp
from brisca_site.databases import database_of_url
from games.live.core import metrics
from games.management.commands import check_deploy
from games.management.deploy_checks import Finding, machine
from games.management.deploy_checks.database import check_database
from games.management.deploy_checks.processes import check_backups, check_processes
from games.management.deploy_checks.redis_servers import check_redis
from games.models import Worker
from tests.support.needs import REDIS, needs_redis
from tests.support.replicated_servers import RedisWithSentinels
from tests.support.server_process import PATIENCE
from tests.support.site import free_port

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
    assert "note    redis: REDIS_URL is not set" in said
    assert "AT RISK processes: none gave a sign of life" in said
    assert "AT RISK backups: BACKUP_COMMAND is not set" in said
    assert "AT RISK last backup: none was made" in said
    assert "AT RISK mail: EMAIL_URL is not set" in said
    assert "Checked as a site of one machine." in said
    assert "at risk" in error


@pytest.fixture
def one_machine(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation on one machine, as docs/operations/install.md has it."""
    settings.VAR_DIR = tmp_path
    settings.HTTPS = False
    settings.EMAIL_URL = "smtp://mail.example:25"
    settings.ADMINS = [("", "operator@example.org")]
    settings.BACKUP_COMMAND, settings.BACKUP_RECIPIENTS = "rclone copy", ["age1"]
    monkeypatch.setattr(machine, "LEAST_FREE", 0)
    write_stamp("backup", time.time() - 3600)
    Worker.objects.create(id="a", last_alive=timezone.now())


@pytest.mark.usefixtures("one_machine")
def test_the_installation_of_one_machine_is_in_order_and_several_machines_ask_for_more() -> None:
    out = StringIO()
    call_command("check_deploy", stdout=out)
    assert "AT RISK" not in out.getvalue()
    assert "note    processes: one serves" in out.getvalue()
    with pytest.raises(CommandError, match="at risk"):
        call_command("check_deploy", machines="several", stdout=StringIO())


@pytest.mark.usefixtures("one_machine")
def test_where_no_standby_follows_none_is_said_to_have_a_commit() -> None:
    out = StringIO()
    call_command("check_deploy", stdout=out)
    assert "of a standby before it counts" not in out.getvalue()


@pytest.mark.parametrize(
    ("url", "redis", "several"),
    [
        ("", "", False),
        ("postgres://brisca@one/brisca", "redis://one/0", False),
        ("postgres://brisca@one,two/brisca", "redis://one/0", True),
        ("postgres://brisca@one/brisca", "sentinel://one,two/brisca", True),
    ],
)
def test_the_kind_of_installation_follows_from_the_settings(
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    url: str,
    redis: str,
    several: bool,
) -> None:
    host = database_of_url(url)["HOST"] if url else ""
    monkeypatch.setitem(settings.DATABASES["default"], "HOST", host)
    settings.REDIS_URL = redis
    assert check_deploy.has_several_machines() == several


def test_old_backups_full_disks_and_old_certificates_are_risks(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path
    now = time.time()
    assert list(machine.check_backup_age(now, made_here=False)) == []
    write_stamp("backup", now - 37 * 3600)
    assert risks(machine.check_backup_age(now)) == ["last backup"]
    write_stamp("backup", now - 30 * 3600)
    assert risks(machine.check_backup_age(now)) == []
    monkeypatch.setattr(machine, "LEAST_FREE", 1.1)
    assert risks(machine.check_disk(tmp_path)) == ["disk"]
    assert risks(machine.check_disk(tmp_path / "gone")) == ["disk"]
    expiries = iter([now + 60 * 86_400, now + 10 * 86_400])
    monkeypatch.setattr(machine, "_expiry", lambda _host, _port: next(expiries))
    assert risks(machine.check_certificate("https://brisca.example")) == []
    assert risks(machine.check_certificate("https://brisca.example")) == ["certificate"]
    assert read_stamp("certificate") == pytest.approx(now + 10 * 86_400, abs=1)
    figures = metrics.exposition().decode()
    shown = re.search(r"^brisca_backup_timestamp_seconds (\S+)$", figures, re.MULTILINE)
    assert shown is not None
    assert float(shown[1]) == read_stamp("backup")
    assert "brisca_certificate_expiry_timestamp_seconds 1." in figures
    assert "brisca_disk_free_ratio 0." in figures


def test_a_site_that_does_not_answer_by_https_has_no_good_certificate() -> None:
    (finding,) = machine.check_certificate(f"https://127.0.0.1:{free_port()}")
    assert not finding.survives
    assert "refused" in finding.text
    assert list(machine.check_certificate("http://127.0.0.1")) == []


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
        assert "docs/howto/point-in-time-recovery.md" in found["archive"].text
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
