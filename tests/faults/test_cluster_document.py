"""The commands of the section "Three machines" are read, started as units say, and lead to a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.site import ROOT
from tools.cluster import commands, needs, stand_ins, units
from tools.cluster.__main__ import DOCUMENT
from tools.cluster.commands import Again, Block
from tools.cluster.document import LOSS
from tools.cluster.hosts import HOSTS, WRITTEN

HEAD = f"# Running\n\n## {commands.SECTION}\n\n### 1. First\n\n"
BLOCK = "```shell\ntrue\nfalse\n```\n"
CHANGED = ("/etc", "/etc/systemd/system", "/srv", "/var/lib", "/usr/local/bin")
"""Folders in which the commands make something on their machines."""


def blocks(text: str) -> list[Block]:
    parts = commands.read(text, HOSTS)
    return [one for part in parts for one in part.does if isinstance(one, Block)]


# -- the commands of the document -----------------------------------------------------------------


def test_every_block_of_the_document_is_for_some_of_the_machines() -> None:
    parts = commands.read(DOCUMENT.read_text(), HOSTS)
    assert [part.step for part in parts if part.step] == [1, 2, 3, 4, 5, 6]
    assert [part.title for part in parts].count(LOSS) == 1
    found = blocks(DOCUMENT.read_text())
    section = DOCUMENT.read_text().partition(f"\n## {commands.SECTION}\n")[2].partition("\n## ")[0]
    assert len(found) == section.count(f"```{commands.INFO}\n") > 15
    assert {name for block in found for name in block.machines} == set(HOSTS)
    assert any(WRITTEN in block.text for block in found), "addresses that a reader replaces"


def test_no_other_section_has_blocks_that_nobody_runs() -> None:
    before, _, rest = DOCUMENT.read_text().partition(f"\n## {commands.SECTION}\n")
    after = rest.partition("\n## ")[2]
    assert f"```{commands.INFO}\n" not in before + after


def test_what_a_lost_machine_needs_again_is_there() -> None:
    parts = commands.read(DOCUMENT.read_text(), HOSTS)
    (loss,) = (part for part in parts if part.title == LOSS)
    repeated = [one for one in loss.does if isinstance(one, Again)]
    again = [block for one in repeated for block in commands.again(parts, one)]
    assert {block.machines for block in again} == {("two",)}
    text = "".join(block.text for block in again)
    assert "fill etcd.yml" in text
    assert "systemctl enable --now patroni" in text
    assert "CREATE DATABASE" not in text, "that is there already"


def test_a_block_has_its_line_and_its_machines_in_order() -> None:
    (block,) = blocks(f"{HEAD}First of all. On **two** and **one**,\nwhich are there:\n\n{BLOCK}")
    assert (block.number, block.line) == (1, 11)
    assert block.machines == ("two", "one")
    assert block.text == "true\nfalse\n"


@pytest.mark.parametrize("above", ["", "Then:\n\n", "On **one**, but this is no heading.\n\n"])
def test_a_block_without_a_machine_is_refused(above: str) -> None:
    line = (HEAD + above).count("\n") + 1
    with pytest.raises(ValueError, match=rf"line {line}: nothing above the block says on which"):
        commands.read(HEAD + above + BLOCK, HOSTS)


def test_the_heading_of_one_block_is_not_that_of_the_next() -> None:
    with pytest.raises(ValueError, match="nothing above the block"):
        commands.read(f"{HEAD}On **one**:\n\n{BLOCK}\n{BLOCK}", HOSTS)


@pytest.mark.parametrize("above", ["On **four**:\n\n", "On **four**, steps 1 to 1 again.\n\n"])
def test_a_machine_that_there_is_not_is_refused(above: str) -> None:
    with pytest.raises(ValueError, match="'four' is none of one, two, three"):
        commands.read(HEAD + above + BLOCK, HOSTS)


def test_a_block_without_an_end_is_refused() -> None:
    with pytest.raises(ValueError, match="line 9: the block has no end"):
        commands.read(f"{HEAD}On **one**:\n\n```shell\ntrue\n", HOSTS)


def test_steps_that_have_nothing_for_a_machine_are_not_done_again() -> None:
    text = f"{HEAD}On **one**:\n\n{BLOCK}\n### Later\n\nOn **two**, steps 1 and 1 again.\n"
    parts = commands.read(text, HOSTS)
    (again,) = parts[1].does
    assert isinstance(again, Again)
    with pytest.raises(ValueError, match="line 16: step 1 has nothing for two"):
        list(commands.again(parts, again))


# -- services ---------------------------------------------------------------------------------------


def unit(folder: Path, name: str, text: str) -> units.Unit:
    (folder / f"{name.partition('@')[0]}{'@' if '@' in name else ''}.service").write_text(text)
    return units.Unit(name, (folder,))


def test_a_unit_of_a_template_has_its_instance(tmp_path: Path) -> None:
    site = unit(tmp_path, "site@8001", "[Service]\nExecStart=/bin/site --port %i\n")
    assert site.name == "site@8001.service"
    assert site.command({}) == ["/bin/site", "--port", "8001"]


def test_variables_are_words_of_a_command_as_systemd_takes_them(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("# A=0\nA=one two\nB='a b'\n")
    text = f"[Service]\nEnvironmentFile=-{tmp_path}/none\nEnvironmentFile={tmp_path}/settings\n"
    one = unit(
        tmp_path, "one", f'{text}Environment=C= "D=x y"\nExecStart=/bin/e $A ${{B}} $C -$D\n'
    )
    env = one.environment()
    assert (env["B"], env["D"]) == ("a b", "x y")
    assert one.command(env) == ["/bin/e", "one", "two", "a b", "-$D"]


def test_a_unit_has_times_and_folders(tmp_path: Path) -> None:
    text = "[Service]\nRuntimeDirectory=redis\nRuntimeDirectoryMode=2755\nTimeoutStopSec=60\n"
    one = unit(tmp_path, "redis", f"{text}RestartSec=100ms\n")
    assert one.folders() == [(Path("/run/redis"), 0o2755)]
    assert (one.seconds("TimeoutStopSec", 90), one.seconds("RestartSec", 1)) == (60, 0.1)
    assert one.seconds("TimeoutStartSec", 90) == 90


@pytest.mark.parametrize(
    ("restart", "codes"), [("always", [0, 1, -9]), ("on-abnormal", [-9]), ("no", [])]
)
def test_a_program_is_started_again_as_its_unit_says(
    tmp_path: Path, restart: str, codes: list[int]
) -> None:
    one = unit(tmp_path, "one", f"[Service]\nRestart={restart}\n")
    assert [code for code in (0, 1, -9) if one.starts_again(code)] == codes


def test_what_the_stand_in_for_systemctl_does_not_know_is_refused() -> None:
    with pytest.raises(LookupError, match="'mask'"):
        units.main(["mask", "redis"])
    with pytest.raises(LookupError, match="--force"):
        units.main(["stop", "--force", "redis"])
    with pytest.raises(LookupError, match="there is no such unit"):
        units.main(["start", "no-such-unit-of-any-machine"])


def test_packages_that_are_missing_are_named(tmp_path: Path) -> None:
    stand_ins.write(tmp_path, tmp_path)
    (tmp_path / "dpkg-query").write_text("#!/bin/sh\n[ $4 != haproxy ] && printf installed\n")
    (tmp_path / "dpkg-query").chmod(0o755)
    line = [str(tmp_path / "apt-get"), "install", "--yes", "git", "patroni", "haproxy"]
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(line, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "apt-get: haproxy is not installed here\n")
    assert subprocess.run(line[:-1], env=env).returncode == 0


# -- three machines ---------------------------------------------------------------------------------


@pytest.mark.long
def test_the_commands_lead_to_a_cluster_and_leave_nothing(tmp_path: Path) -> None:
    if why := needs.missing():
        # its packages are more than all other tests want, so this is no failure where all is required
        pytest.skip(f"the commands cannot be run on machines here: {why.partition(': ')[2]}")
    before = {folder: set(os.listdir(folder)) for folder in CHANGED}
    line = [sys.executable, "-m", "tools.cluster.document", "--steps", "4"]
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "== 4. etcd, PostgreSQL and Redis" in done.stdout
    assert "CREATE DATABASE\n   GRANT ROLE\n" in done.stdout
    assert "== 5." not in done.stdout
    made = {folder: set(os.listdir(folder)) - before[folder] for folder in CHANGED}
    wrong = {"brisca-cluster", "etcd.yml", "brisca", "brisca-manage", "brisca@.service"}
    assert [name for names in made.values() for name in names if name in wrong] == []
    assert os.listdir(tmp_path) == []
    assert "\nbrisca:" not in Path("/etc/passwd").read_text()
