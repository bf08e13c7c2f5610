"""PostgreSQL with an archive of its log, set up and restored by the commands of the operations page.

The shell blocks of the section run as they stand there. A folder stands for `/`: its `/etc`, `/srv`,
`/usr/local/bin` and `/var/lib` are the ones that they write to. Of the system's own commands
`systemctl` starts and stops this PostgreSQL and makes its base backup, and `redis-cli` does nothing.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from tools.bench.listening import PATIENCE
from tools.soak import forked
from tools.soak.site import ROOT, free_port
from tools.soak.stands import find_binary

PAGE: Final = ROOT / "docs" / "operations.md"
SECTION: Final = re.compile(r"^## Point-in-time restore$(.*?)^## ", re.MULTILINE | re.DOTALL)
BLOCK: Final = re.compile(r"^```shell\n(.*?)^```", re.MULTILINE | re.DOTALL)
STEPS: Final = ("set up", "restore", "look", "accept", "check", "start")
"""Names of the section's shell blocks, in their order."""
DEPLOY_FILES: Final = ("brisca-archive", "archive.conf", "brisca-base.service", "brisca-base.timer")
SYSTEM_PATH: Final = re.compile(r"(?<![\w.}])/(etc|srv|usr/local/bin|var/lib)/")
PUBLIC: Final = 0o022
"""The umask of a shell of root; this process may have the private one of the site."""
SYSTEMCTL: Final = """#!/bin/sh
as_postgres() {{ runuser -u postgres -- "$@"; }}
stop() {{
  as_postgres pg_ctl -D {configuration} status || return 0
  as_postgres pg_ctl -D {configuration} -m fast stop
}}
start() {{ as_postgres pg_ctl -D {configuration} -l {log} start; }}
case "$*" in
  "stop postgresql") stop ;;
  "start postgresql") start ;;
  "restart postgresql") stop && start ;;
  "start brisca-base.service") as_postgres $(sed -n 's/^ExecStart=//p' {units}/brisca-base.service) ;;
esac >&2
"""
POSTGRESQL_CONF: Final = """
data_directory = '{data}'
hba_file = '{configuration}/pg_hba.conf'
ident_file = '{configuration}/pg_ident.conf'
include_dir = 'conf.d'
port = {port}
listen_addresses = '127.0.0.1'
fsync = off  # the machine stays: what a process has written is there when it is killed
unix_socket_directories = '{run}'
"""


def blocks() -> dict[str, str]:
    """Return the shell blocks of the section about the restore, each under the name of its step.

    Raises:
        RuntimeError: where the page has not one block for each step.
    """
    section = SECTION.search(PAGE.read_text(encoding="utf-8"))
    found = BLOCK.findall(section[1]) if section else []
    if len(found) != len(STEPS):
        raise RuntimeError(f"{PAGE} has {len(found)} blocks about the restore, not {len(STEPS)}")
    return dict(zip(STEPS, found, strict=True))


def checks() -> list[list[str]]:
    """Return the commands of the site that have to agree after a restore, each with its arguments."""
    return [line.split()[1:] for line in blocks()["check"].splitlines()]


def _wait_until_gone(pid: int) -> None:
    """Wait until a killed process has left the table of processes, in which PostgreSQL looks for it.

    It has become a child of this process, or where that cannot be of the first one, which takes a moment to
    let it go.
    """
    until = time.monotonic() + PATIENCE
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < until:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            os.kill(pid, 0)
            time.sleep(0.02)


class ArchivedPostgres:
    """A cluster laid out as Debian does, in a folder that stands for `/`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"postgres://postgres@127.0.0.1:{self.port}/postgres"
        self.data = folder / "var/lib/postgresql/15/main"
        self.archive = folder / "var/lib/brisca-archive"
        self._configuration = folder / "etc/postgresql/15/main"
        self._run, self._units = folder / "run", folder / "etc/systemd/system"
        self._checkout = folder / "srv/brisca"
        self._programs = Path(find_binary("initdb")).parent
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to be run by root

    @staticmethod
    def there() -> bool:
        """Return whether this machine has what it takes."""
        with contextlib.suppress(RuntimeError):
            return bool(find_binary("initdb") and find_binary("pg_archivecleanup"))
        return False

    @contextlib.contextmanager
    def running(self) -> Iterator[ArchivedPostgres]:
        """Make and start the cluster, with an archive and a base backup as the page says."""
        forked.adopt_orphans()
        umask = os.umask(PUBLIC)
        try:
            self._lay_out()
            self._make_commands()
            self._make_cluster()
        finally:
            os.umask(umask)
        try:
            self.run("set up")
            yield self
        finally:
            self._sh("systemctl stop postgresql")

    def run(self, step: str, *, lost: bool = False, **given: str) -> str:
        """Run a block of the page and return what it prints.

        `given` are values of the variables at its beginning. With `lost`, lines about the folder of
        the server of before are left out, as the page says for another machine.

        Raises:
            RuntimeError: where the block fails, with what it says and PostgreSQL's log.
        """
        text = blocks()[step]
        for name, value in given.items():
            text, count = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
            if count != 1:
                raise RuntimeError(f"the step {step!r} sets {name} {count} times")
        if lost:
            text = "".join(line for line in text.splitlines(True) if ".before" not in line)
        return self._sh(text)

    def restore(self, moment: datetime, *, lost: bool) -> None:
        """Restore the cluster as it was at a moment in UTC, and accept that.

        Raises:
            RuntimeError: where a step fails, or the log ends before the moment.
        """
        bases = sorted((self.archive / "base").glob("*Z"))
        older = [base for base in bases if base.name <= f"{moment:%Y%m%dT%H%M%SZ}"]
        self.run("restore", lost=lost, moment=f"'{moment.isoformat()}'", base=str(older[-1]))
        self.run("look")
        self.run("accept")
        before = self.data.with_name(f"{self.data.name}.before")
        shutil.rmtree(before, ignore_errors=True)  # the page says: when all is well

    def lose(self, *, lost: bool) -> None:
        """End the server as the loss of its machine does; with `lost` its files are gone as well.

        What it has written is in the archive before the files go, as it is after `archive_timeout`.
        """
        if lost:
            self._wait_until_archived()
        pid = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(pid, signal.SIGKILL)
        _wait_until_gone(pid)
        until = time.monotonic() + PATIENCE
        with contextlib.suppress(OSError):
            while time.monotonic() < until:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                time.sleep(0.02)
        if lost:
            shutil.rmtree(self.data)

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement in the database `postgres` and return its rows."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            found = connection.execute(statement.encode())
            return found.fetchall() if found.description else []

    def _wait_until_archived(self) -> None:
        ((name,),) = self.execute("SELECT pg_walfile_name(pg_switch_wal())")
        until = time.monotonic() + PATIENCE
        while not (self.archive / "wal" / f"{name}.gz").exists():
            if time.monotonic() > until:
                raise RuntimeError(f"{name} is not archived")
            time.sleep(0.02)

    def _lay_out(self) -> None:
        """Make the folders of the system, and the files for deployment of a checkout."""
        deploy = self._checkout / "docs/deploy"
        for place in (deploy, self._run, self._units, self.folder / "usr/local/bin"):
            place.mkdir(parents=True)
        for name in DEPLOY_FILES:
            text = (ROOT / "docs" / "deploy" / name).read_text()
            (deploy / name).write_text(text if name == "brisca-archive" else self._placed(text))

    def _make_commands(self) -> None:
        """Make what stands for commands of the system."""
        places = {"configuration": self._configuration, "units": self._units}
        commands = {
            "systemctl": SYSTEMCTL.format(log=self._run / "log", **places),
            "redis-cli": "#!/bin/sh\n",
        }
        if self._user is None:
            commands["runuser"] = '#!/bin/sh\nshift 3\nexec "$@"\n'
        for name, text in commands.items():
            command = self.folder / "bin" / name
            command.parent.mkdir(exist_ok=True)
            command.write_text(text)
            command.chmod(0o755)

    def _make_cluster(self) -> None:
        """Make an empty cluster whose configuration stands in `/etc`, and start it."""
        (self._configuration / "conf.d").mkdir(parents=True)
        self.data.parent.mkdir(parents=True)
        if self._user:
            who = pwd.getpwnam(self._user)
            for place in (self._run, self.data.parent):
                os.chown(place, who.pw_uid, who.pw_gid)
        options = "-U postgres -A trust -E UTF8 --locale C.UTF-8 --no-sync"
        self._sh(f"runuser -u postgres -- initdb -D {self.data} {options}")
        for name in ("postgresql.conf", "pg_hba.conf", "pg_ident.conf"):
            (self.data / name).rename(self._configuration / name)
        with (self._configuration / "postgresql.conf").open("a") as configuration:
            places = {"data": self.data, "configuration": self._configuration, "run": self._run}
            configuration.write(POSTGRESQL_CONF.format(port=self.port, **places))
        self._sh("systemctl start postgresql")

    def _placed(self, text: str) -> str:
        """Return text with the paths of the system within the folder that stands for it."""
        if self._user is None:
            text = text.replace(" -o postgres -g postgres", "")
        text = text.replace("/usr/lib/postgresql/15/bin", str(self._programs))
        return SYSTEM_PATH.sub(rf"{self.folder}/\1/", text)

    def _sh(self, text: str) -> str:
        """Run shell commands of the system in the checkout; RuntimeError where one fails."""
        path = [self.folder / "bin", self.folder / "usr/local/bin", self._programs]
        env = {
            "PATH": ":".join([*map(str, path), "/usr/sbin:/usr/bin:/sbin:/bin"]),
            "PGHOST": str(self._run),
            "PGPORT": str(self.port),
            "PGUSER": "postgres",
        }
        line = ["sh", "-euc", self._placed(text)]
        done = subprocess.run(
            line,
            cwd=self._checkout,
            env=env,
            umask=PUBLIC,
            timeout=2 * PATIENCE,
            capture_output=True,
            text=True,
        )
        if done.returncode:
            log = self._run / "log"
            said = log.read_text()[-2000:] if log.exists() else ""
            raise RuntimeError(f"{text}\n{done.stdout}{done.stderr}\n{said}")
        return done.stdout
