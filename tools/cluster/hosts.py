"""The machines on which the commands of the document are run, each with a shell of root's."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from tests.support.site import ROOT
from tools.cluster import mounts, network, stand_ins
from tools.cluster.installation import LOGS
from tools.cluster.needs import program
from tools.cluster.units import PATH, STATE

HOSTS: Final = ("one", "two", "three")
SITE: Final = "brisca.example"
"""The site's name, as the document has it."""
WRITTEN: Final = "10.0.0."
"""Beginning of the document's addresses, which its reader replaces."""
BLOCK_S: Final = 300.0
"""Seconds that a block may take."""
CERTIFICATE: Final = "/etc/ssl/brisca.pem"
AUTHORITIES: Final = "/etc/ssl/certs/ca-certificates.crt"
BEGIN: Final = """\
set -Eeuo pipefail
trap 'printf "\\n@failed %s %s\\n" "$LINENO" "$BASH_COMMAND"' ERR
cd /
"""
FAILED: Final = re.compile(r"^@failed (\d+) (.*)$", re.M)
DONE: Final = "@done"


class Host:
    """One simulated machine: a network namespace, files, and a root shell to run commands in."""

    def __init__(self, number: int, name: str, folder: Path) -> None:
        self.name, self.address = name, network.address(number)
        self._folder = folder
        self._count = 0
        self._holder: subprocess.Popen[str] | None = None
        self._shell: subprocess.Popen[str] | None = None

    @property
    def is_there(self) -> bool:
        """Return True if the machine is running."""
        return self._holder is not None

    def build(self) -> None:
        """Start the machine as a new one, on which nothing is installed."""
        self._count += 1
        folder = self._folder / f"{self.name}-{self._count}"
        folder.mkdir()
        own = [program("unshare"), "--mount", "--uts", "--ipc", sys.executable, "-m"]
        line = [*own, "tools.cluster.mounts", str(folder), self.name, self.address]
        self._holder = self._start(network.within(self.name, line), cwd=ROOT)
        if _output(self._holder).readline().strip() != mounts.READY:
            raise RuntimeError(f"the files of {self.name} cannot be made")
        network.plug(self.name)
        enter = [program("nsenter"), "--net", "--mount", "--uts", "--ipc"]
        enter += [f"--target={self._holder.pid}", "--", "bash", "--norc"]
        env = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8"}
        about = {"stderr": subprocess.STDOUT, "start_new_session": True}
        self._shell = self._start(enter, env=env, **about)
        self._send(BEGIN)
        self._bring_certificate()

    def _start(self, line: list[str], **about: Any) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen(line, text=True, errors="replace", **{**pipes, **about})

    def _bring_certificate(self) -> None:
        """Put the certificate where the document expects it, and make this machine trust it."""
        source = self._folder / "certificate.pem"
        self.run(f"cp {source} {CERTIFICATE}\ncat {source} >>{AUTHORITIES}\n")

    def run(self, text: str, first_line: int = 1) -> str:
        """Run commands in the machine's root shell; print and return their output.

        Raises:
            RuntimeError: a command fails; the text names it and its line in the document.
        """
        script = self._folder / f"{self.name}.block"
        script.write_text(text.replace(WRITTEN, f"{network.NETWORK}."))
        shell = self._shell
        if shell is None:
            raise RuntimeError(f"{self.name} is lost")
        timer = threading.Timer(BLOCK_S, os.killpg, (shell.pid, signal.SIGKILL))
        timer.start()
        try:
            self._send(f". {script} </dev/null\nprintf '\\n{DONE}\\n'\n")
            output, is_done = _listen(_output(shell))
        finally:
            timer.cancel()
        if not is_done:
            raise RuntimeError(_why(output, first_line))
        return output

    def _send(self, text: str) -> None:
        if self._shell is None or self._shell.stdin is None:
            raise RuntimeError(f"{self.name} is lost")
        self._shell.stdin.write(text)
        self._shell.stdin.flush()

    def lose(self) -> None:
        """Take the machine off the network and kill all its processes."""
        network.unplug(self.name)
        if self._holder is not None:
            for pid in mounts.processes(self._holder.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            self._holder.wait()
        self._holder = self._shell = None

    def keep_logs(self) -> None:
        """Copy the logs of the machine's services to LOGS."""
        if self._holder is None:
            return
        LOGS.mkdir(parents=True, exist_ok=True)
        for file in Path(f"/proc/{self._holder.pid}/root{STATE}").glob("*.log"):
            shutil.copy(file, LOGS / f"{self.name}-{file.name}")


def _listen(output: IO[str]) -> tuple[str, bool]:
    """Print the output of a block of commands; return it, and True if the block completed."""
    lines: list[str] = []
    for line in output:
        if line.strip() == DONE:
            return "".join(lines), True
        lines.append(line)
        if line.strip() and not line.startswith("@"):
            print(f"   {line}", end="", flush=True)
    return "".join(lines), False


def _why(output: str, first_line: int) -> str:
    """Return why a shell ended within the block that begins at this line of the document."""
    if failure := FAILED.search(output):
        line = first_line + int(failure[1]) - 1
        return f"line {line} of docs/operations/several-machines.md fails: {failure[2]}; logs are in {LOGS}"
    return f"the commands from line {first_line} on do not end within {BLOCK_S:.0f} s"


def _output(process: subprocess.Popen[str] | None) -> IO[str]:
    if process is None or process.stdout is None:
        raise RuntimeError("there is nothing to listen to")
    return process.stdout


@contextlib.contextmanager
def hosts(folder: Path) -> Iterator[dict[str, Host]]:
    """Give three new machines, on which nothing is installed, by name within the block."""
    network.build(HOSTS)
    _bring_program(folder)
    _make_certificate(folder / "certificate.pem")
    machines = [Host(number, name, folder) for number, name in enumerate(HOSTS, start=1)]
    try:
        for host in machines:
            host.build()
        yield {host.name: host for host in machines}
    except (RuntimeError, AssertionError):
        for host in machines:
            host.keep_logs()
        raise
    finally:
        for host in machines:
            host.lose()


def _bring_program(folder: Path) -> None:
    """Copy the tracked files where `git clone` will find them; mark packages as installed."""
    listed = subprocess.run(
        [program("git"), "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / stand_ins.CHECKOUT / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    installed = folder / stand_ins.INSTALLED
    installed.mkdir()
    for lock in ROOT.glob("requirements*.txt"):
        shutil.copy(lock, installed / lock.name)


def _make_certificate(target: Path) -> None:
    """Make a self-signed certificate with key for the site's name."""
    key = target.with_suffix(".key")
    line = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={SITE}"]
    line += ["-addext", f"subjectAltName=DNS:{SITE}", "-keyout", str(key), "-out", str(target)]
    subprocess.run([program("openssl"), *line], check=True, capture_output=True)
    target.write_text(target.read_text() + key.read_text())
