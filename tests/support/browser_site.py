"""A site of its own for browser tests and pictures: real server, real database, its own folder."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_PREPARE = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
call_command("house_bots", verbosity=0)
"""


def settings_of(folder: Path, **env: str) -> dict[str, str]:
    """The environment of a site that has its folder for itself."""
    settings = {
        **os.environ,
        "VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "brisca_site.settings",
        "BOT_PACE": "0.1",
        "ANALYSE_EVERY": "0",
        "CHAT_AFTER_HOURS": "0",
        "CHAT_AFTER_MATCHES": "0",
        **env,
    }
    settings.pop("DATABASE_URL", None)
    settings.pop("REDIS_URL", None)
    return settings


def manage(folder: Path, *command: str, **env: str) -> None:
    """Run a command of the site that keeps all it has in this folder."""
    subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=settings_of(folder, **env),
        check=True,
        stdout=subprocess.DEVNULL,
    )


def run(folder: Path, code: str) -> None:
    """Run some Python with the settings of the site of this folder."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=settings_of(folder), capture_output=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode())


def prepare(folder: Path, shared: Path) -> None:
    """Fill an empty folder with what a site needs, made once for all who share the other folder."""
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        made = shared / "site"
        if not made.exists():
            run(shared / "making", _PREPARE)
            (shared / "making").rename(made)
    shutil.copytree(made, folder, dirs_exist_ok=True)


@contextlib.contextmanager
def served(folder: Path, **env: str) -> Iterator[str]:
    """Serve the site from a folder; gives its address. Output goes to `serve.log` there.

    Where the folder is empty, it is made ready first.
    """
    if not (folder / "static").exists():
        run(folder, _PREPARE)
    settings = settings_of(folder, **env)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with (folder / "serve.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port)],
            cwd=ROOT,
            env=settings,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait(address, process, folder)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait(address: str, process: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if process.poll() is not None:
            raise RuntimeError((folder / "serve.log").read_text())
        try:
            urllib.request.urlopen(f"{address}/", timeout=5)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the site does not answer")
