"""A stand-in for systemctl that starts programs as their units say, where no systemd runs.

`python -m tools.cluster.units start NAME ...` takes units out of the folders in which systemd looks, and
no drop-ins: command, account, environment, folders, umask, readiness, how they are stopped and
whether they are started again. Limits to the rights of a program (`ProtectSystem=` and the like) are left
out. A unit is looked after by a process of its own, which this one leaves behind.
"""

from __future__ import annotations

import contextlib
import grp
import math
import os
import pwd
import re
import resource
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

FOLDERS: Final = (Path("/etc/systemd/system"), Path("/lib/systemd/system"))
STATE: Final = Path("/run/units")
START_S: Final = 90.0
"""Seconds in which a unit has to be ready, as systemd's own default."""
RESTART_S: Final = 0.1
LOOK_S: Final = 0.02
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
VARIABLE: Final = re.compile(r"\$\{(\w+)\}")


class Unit:
    """A systemd service, as its unit file describes it."""

    def __init__(self, name: str, folders: tuple[Path, ...] = FOLDERS) -> None:
        self.name = name if "." in name else f"{name}.service"
        stem = self.name.rpartition(".")[0]
        self.prefix, _, self.instance = stem.partition("@")
        template = f"{self.prefix}@.service" if self.instance else self.name
        self._values: dict[str, list[str]] = defaultdict(list)
        files = [folder / template for folder in folders if (folder / template).exists()]
        if not files:
            raise LookupError(f"{self.name}: there is no such unit")
        self._read(files[0].read_text())

    def _read(self, text: str) -> None:
        for line in text.splitlines():
            key, separator, value = line.strip().partition("=")
            if not separator or key.startswith(("#", ";")):
                continue
            self._values[key].append(self._filled(value))

    def _filled(self, value: str) -> str:
        known = {"i": self.instance, "p": self.prefix, "H": socket.gethostname(), "%": "%"}
        return re.sub(r"%([ipH%])", lambda match: known[match[1]], value)

    def get(self, key: str, default: str = "") -> str:
        """Return the last value of a key in the unit file, or `default`."""
        return self._values[key][-1] if self._values[key] else default

    def seconds(self, key: str, default: float) -> float:
        """Return a key's last value in seconds; the file may say `60`, `60s` or `100ms`."""
        text = self.get(key, f"{default}")
        match = re.fullmatch(r"([\d.]+)(s|ms|)", text)
        if match is None:
            raise LookupError(f"{self.name}: {key}={text} is no time that is understood here")
        return float(match[1]) / (1000 if match[2] == "ms" else 1)

    def environment(self) -> dict[str, str]:
        """Return the environment variables for the unit's program."""
        env = {"PATH": PATH, "LANG": "C.UTF-8"}
        for line in self._values["Environment"]:
            env.update(word.partition("=")[::2] for word in shlex.split(line))
        for name in self._values["EnvironmentFile"]:
            path = Path(name.removeprefix("-"))
            if path.exists() or not name.startswith("-"):
                env.update(assignments(path.read_text()))
        if user := self.get("User"):
            env |= {"USER": user, "HOME": pwd.getpwnam(user).pw_dir}
        if self.get("PrivateTmp") in ("yes", "true"):
            env["TMPDIR"] = str(STATE / f"{self.name}.tmp")
        return env

    def command(self, env: Mapping[str, str]) -> list[str]:
        """Return the command line of the unit's program, with variables filled in."""
        words: list[str] = []
        for word in shlex.split(self.get("ExecStart").lstrip("-")):
            if re.fullmatch(r"\$\w+", word):
                words += env.get(word[1:], "").split()
            else:
                words.append(VARIABLE.sub(lambda match: env.get(match[1], ""), word))
        return words

    def is_wanted(self) -> bool:
        """Return True if the start conditions of the unit hold."""
        return all(Path(path).exists() for path in self._values["ConditionPathExists"])

    def starts_again(self, code: int) -> bool:
        """Return True if `Restart=` says to restart a program that ended with this code."""
        wanted = {"always": True, "on-failure": code != 0, "on-abnormal": code < 0}
        return wanted.get(self.get("Restart"), False)

    def folders(self) -> list[tuple[Path, int]]:
        """Return (path, mode) of the folders to create for the unit's program alone."""
        kinds = {"RuntimeDirectory": "/run", "StateDirectory": "/var/lib"}
        declared = [
            (Path(parent) / name, int(self.get(f"{key}Mode", "0755"), 8))
            for key, parent in kinds.items()
            for name in self.get(key).split()
        ]
        private = self.get("PrivateTmp") in ("yes", "true")
        return [*declared, (STATE / f"{self.name}.tmp", 0o700)] if private else declared


def assignments(text: str) -> dict[str, str]:
    """Return the variables in the text of an environment file, as a dict."""
    pairs = (line.split("=", 1) for line in text.splitlines() if re.match(r"\w+=", line))
    return {key: value.strip().strip("\"'") for key, value in pairs}


class Keeper:
    """Runner of a unit's program: starts it, reports that it is ready, restarts and stops it."""

    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        self._is_stopping = False
        self._ends_by = math.inf
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notify = STATE / f"{unit.name}.notify"

    def keep(self) -> None:
        """Run the unit's program, restarting it as the unit says, until it is stopped."""
        signal.signal(signal.SIGTERM, self._stop)
        self._notify.unlink(missing_ok=True)
        self._ready.bind(str(self._notify))
        self._notify.chmod(0o777)
        self._ready.settimeout(LOOK_S)
        code = self._run()
        while not self._is_stopping and self._unit.starts_again(code):
            time.sleep(self._unit.seconds("RestartSec", RESTART_S))
            if not self._is_stopping:
                code = self._run()
        _state(self._unit.name).write_text(
            "inactive" if self._is_stopping else f"ended with {code}"
        )

    def _run(self) -> int:
        """Run the unit's program once and return its exit code."""
        self._process = process = self._start()
        is_ready = False
        while process.poll() is None:
            if is_ready or self._is_stopping:
                time.sleep(LOOK_S)
            elif is_ready := self._unit.get("Type") != "notify" or self._says_ready():
                _state(self._unit.name).write_text("active")
            if time.monotonic() > self._ends_by:
                process.kill()
        self._kill_group(process.pid)
        return process.returncode

    def _start(self) -> subprocess.Popen[bytes]:
        unit = self._unit
        env = unit.environment()
        env["NOTIFY_SOCKET"] = str(self._notify)
        user, group = unit.get("User", "root"), unit.get("Group")
        about = pwd.getpwnam(user)
        number = grp.getgrnam(group).gr_gid if group else about.pw_gid
        for folder, mode in unit.folders():
            folder.mkdir(parents=True, exist_ok=True)
            shutil.chown(folder, user, number)
            folder.chmod(mode)
        files = int(unit.get("LimitNOFILE", "65536"))
        limit = min(files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        with log(unit.name).open("ab") as out:
            return subprocess.Popen(
                unit.command(env),
                env=env,
                cwd=unit.get("WorkingDirectory", "/"),
                user=user,
                group=number,
                extra_groups=os.getgrouplist(user, number),
                umask=int(unit.get("UMask", "0022"), 8),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )

    def _says_ready(self) -> bool:
        with contextlib.suppress(TimeoutError):
            return b"READY=1" in self._ready.recv(4096)
        return False

    def _stop(self, *_: object) -> None:
        """Ask the unit's program to end, and kill it after a time limit."""
        process, unit = self._process, self._unit
        self._is_stopping = True
        self._ends_by = time.monotonic() + (unit.seconds("TimeoutStopSec", START_S) or math.inf)
        if process is not None and process.returncode is None:
            kind = getattr(signal, unit.get("KillSignal", "SIGTERM"))
            is_for_all = unit.get("KillMode", "control-group") == "control-group"
            with contextlib.suppress(ProcessLookupError):
                (os.killpg if is_for_all else os.kill)(process.pid, kind)

    def _kill_group(self, pid: int) -> None:
        """Kill the processes that the program has left, unless the unit says to leave them."""
        if self._unit.get("KillMode") != "process":
            with contextlib.suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)


def log(name: str) -> Path:
    """Return the path of the file with the output of a unit's program."""
    return STATE / f"{name}.log"


def _state(name: str) -> Path:
    """Return the path of the file with the state of a unit."""
    return STATE / f"{name}.state"


def _is_kept(name: str) -> bool:
    state = _state(name)
    return state.exists() and state.read_text() in ("starting", "active")


def start(name: str, *, wait: bool = True) -> None:
    """Start a unit that is not running; RuntimeError if it does not become ready."""
    unit = Unit(name)
    if not unit.name.endswith(".service") or not unit.is_wanted() or _is_kept(unit.name):
        return
    STATE.mkdir(exist_ok=True)
    _state(unit.name).write_text("starting")
    line = [sys.executable, "-P", "-m", "tools.cluster.units", "keep", unit.name]
    with log(unit.name).open("ab") as out:
        keeper = subprocess.Popen(
            line, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, cwd="/"
        )
    (STATE / f"{unit.name}.pid").write_text(str(keeper.pid))
    if wait:
        _wait(lambda: _state(unit.name).read_text() != "starting", START_S)
    if wait and (state := _state(unit.name).read_text()) != "active":
        last = "\n".join(log(unit.name).read_text(errors="replace").splitlines()[-20:])
        raise RuntimeError(f"{unit.name} is not started, but {state}:\n{last}")


def stop(name: str) -> None:
    """Stop a unit, and wait until it has ended."""
    name = Unit(name).name
    if _is_kept(name):
        os.kill(int((STATE / f"{name}.pid").read_text()), signal.SIGTERM)
        _wait(lambda: not _is_kept(name), START_S)


def _wait(done: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not done() and time.monotonic() < until:
        time.sleep(LOOK_S)


def main(words: list[str]) -> int:
    """Do what the given `systemctl` command line would do; return its exit status."""
    options = {word for word in words if word.startswith("--")}
    verb, *names = [word for word in words if word not in options]
    if unknown := options - {"--now", "--no-block"}:
        raise LookupError(f"this stand-in does not know {', '.join(sorted(unknown))}")
    if verb == "daemon-reload":
        return 0
    for name in names:
        if verb == "keep":
            Keeper(Unit(name)).keep()
        elif verb in ("start", "enable"):
            Unit(name)
            if verb == "start" or "--now" in options:
                start(name, wait="--no-block" not in options)
        elif verb in ("stop", "disable"):
            if verb == "stop" or "--now" in options:
                stop(name)
        else:
            raise LookupError(f"this stand-in does not know {verb!r}")
    return 0


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except (LookupError, RuntimeError) as error:
        raise SystemExit(f"systemctl: {error}") from error
