"""Three machines: the files of the documents fill in, the commands are built, and a loss is survived."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.site import ROOT
from tools.cluster import isolation, needs, network, templates, waits
from tools.cluster.__main__ import DOCUMENT, RESULTS, RESULTS_DOCUMENT
from tools.cluster.losses import LOSSES
from tools.cluster.machine import Machine

NAMES = sorted(path.name for path in templates.FOLDER.iterdir())


def filled(name: str, service: str = "") -> str:
    """A template as machine one has it."""
    values = Machine(1, "one", Path("/run/brisca")).values(service)
    return templates.fill((templates.FOLDER / name).read_text(), values)


@pytest.mark.parametrize("name", NAMES)
def test_every_placeholder_has_a_value_and_is_explained(name: str) -> None:
    text = (templates.FOLDER / name).read_text()
    lines = [line for line in filled(name).splitlines() if not line.startswith("#")]
    assert not templates.PLACEHOLDER.search("\n".join(lines))
    used = set(templates.PLACEHOLDER.findall(text))
    assert [one for one in sorted(used) if f"`@{one}@`" not in DOCUMENT.read_text()] == []
    assert f"`{name}`" in DOCUMENT.read_text()


def test_a_placeholder_without_a_value_is_refused() -> None:
    with pytest.raises(KeyError):
        templates.fill("bind @NOWHERE@", {"SELF": "192.0.2.1"})


def test_the_manager_of_databases_keeps_acknowledged_moves() -> None:
    told = yaml.safe_load(filled("patroni.yml", "patroni"))
    rules = told["bootstrap"]["dcs"]
    assert rules["synchronous_mode"] is True
    assert rules["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert rules["ttl"] >= rules["loop_wait"] + 2 * rules["retry_timeout"]
    assert told["postgresql"]["data_dir"] == "/run/brisca/one/disk/main"
    assert told["postgresql"]["pgpass"].startswith("/run/"), "a password, which is nobody else's"
    assert len(told["etcd"]["hosts"]) == 3
    assert "etcd3" not in told, "Patroni 3.0 writes there without a comparison"


def megabytes(size: str) -> int:
    """Return a size of PostgreSQL's settings, as `1GB`, in MB."""
    return int(size[:-2]) * {"MB": 1, "GB": 1024}[size[-2:]]


def test_an_old_primary_finds_the_log_since_the_last_common_checkpoint() -> None:
    rules = yaml.safe_load(filled("patroni.yml", "patroni"))["bootstrap"]["dcs"]["postgresql"]
    assert megabytes(rules["parameters"]["wal_keep_size"]) > megabytes(
        rules["parameters"]["max_wal_size"]
    )


def test_etcd_answers_the_manager() -> None:
    told = yaml.safe_load(filled("etcd.yml", "etcd"))
    assert told["enable-v2"] is True
    assert told["enable-grpc-gateway"] is True
    assert told["initial-cluster"].count("http://") == 3


def test_the_proxy_asks_whether_processes_are_ready() -> None:
    text = filled("haproxy.cfg")
    assert "uri /readyz" in text
    assert "user haproxy" in text, "its unit starts it as root"
    assert "shutdown-sessions" not in text, "everybody would come back at once"
    assert text.count(f"{network.address(3)}:8001") == 2


def test_a_command_runs_within_a_machine_as_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "program", lambda name: f"/bin/{name}")
    line = network.within("one", ["true"], 7)
    enter = ["/bin/nsenter", "--net=/run/netns/one", "--setuid=7", "--setgid=7"]
    assert line == [*enter, "--", "true"]


def test_what_is_started_apart_ends_with_who_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "program", lambda name: name)
    line = isolation.command(["true"])
    assert line[:4] == ["setpriv", "--pdeathsig", "KILL", "unshare"]
    assert {"--net", "--mount", "--pid", "--kill-child"} <= set(line)


def test_the_network_of_the_machine_itself_is_left_alone() -> None:
    if network.DEVICES.read_text().count(":") == 1:
        pytest.skip("this machine has no network but its own end")
    with pytest.raises(RuntimeError, match="the machine itself"):
        network.build(["one"])


def test_what_is_missing_is_named_with_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs.os, "geteuid", lambda: 0)
    monkeypatch.setattr(needs, "is_there", lambda name: name not in ("etcd", "unshare", "setpriv"))
    assert needs.missing() == "needs programs: apt-get install etcd-server util-linux"
    monkeypatch.setattr(needs.os, "geteuid", lambda: 1000)
    assert "needs root" in needs.missing()


def test_the_document_has_the_table_of_what_was_measured() -> None:
    text = RESULTS_DOCUMENT.read_text()
    results = json.loads(RESULTS.read_text())
    assert waits.into_document(text, results) == text
    assert set(results) <= set(LOSSES)
    assert [name for name in LOSSES if f"`{name}`" not in text] == []


@pytest.mark.long
def test_nothing_is_lost_with_a_process_or_the_primary(tmp_path: Path) -> None:
    if why := needs.missing():
        # its packages are more than all other tests want, so this is no failure where all is required
        pytest.skip(f"the machines of make cluster cannot be built here: {why.partition(': ')[2]}")
    out = tmp_path / "cluster.json"
    line = [sys.executable, "-m", "tools.cluster", "--repeat", "1", "--tables", "2"]
    line += ["--only", "site", "--only", "primary", "--out", str(out)]
    done = subprocess.run(
        line, cwd=ROOT, env={**os.environ}, capture_output=True, text=True, timeout=500
    )
    results = json.loads(out.read_text()) if out.exists() else {}
    assert set(results) == {"site", "primary"}, done.stderr[-2000:]
    slow = re.compile(r"somebody waited [\d.]+ s")  # beside other tests this says little
    faults = [fault for one in results.values() for fault in one["faults"]]
    assert [fault for fault in faults if not slow.match(fault)] == []
    assert all(one["acknowledged"] > 10 for one in results.values())
