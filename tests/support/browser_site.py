"""A site of its own for browser tests and pictures: real server, real database, its own folder."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.support.site import free_port

ROOT = Path(__file__).parents[2]


_PREPARE = """
import django
from django.core.management import call_command
django.setup()
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
call_command("house_bots", verbosity=0)
"""


def settings_of(folder: Path, **env: str) -> dict[str, str]:
    """Return the environment of a site that has this folder for itself."""
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
    """Run a management command of the site in this folder."""
    subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=settings_of(folder, **env),
        check=True,
        stdout=subprocess.DEVNULL,
    )


def run(folder: Path, code: str) -> None:
    """Run Python code with the settings of the site in this folder."""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=settings_of(folder), capture_output=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr.decode())


def prepare(folder: Path, shared: Path) -> None:
    """Fill an empty folder with a prepared site, made once for each `shared` folder."""
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        template = shared / "site"
        if not template.exists():
            run(shared / "making", _PREPARE)
            (shared / "making").rename(template)
    shutil.copytree(template, folder, dirs_exist_ok=True)


@contextlib.contextmanager
def served(folder: Path, **env: str) -> Iterator[str]:
    """Serve the site of a folder within the block; give its URL. Output goes to `serve.log` there.

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
