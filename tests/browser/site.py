"""A site of its own for browser tests and pictures: real server, real database, its own folder."""

from __future__ import annotations

import contextlib
import os
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


def _environment(folder: Path, env: dict[str, str]) -> dict[str, str]:
    """The settings of a site that keeps all it has in a folder."""
    settings = {
        **os.environ,
        "VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "brisca_site.settings",
        "BOT_PACE": "0.3",
        "ANALYSE_EVERY": "0",
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
        env=_environment(folder, env),
        check=True,
        stdout=subprocess.DEVNULL,
    )


@contextlib.contextmanager
def served(folder: Path, **env: str) -> Iterator[str]:
    """Serve the site from an empty folder; gives its address. Output goes to `serve.log` there."""
    settings = _environment(folder, env)
    for command in (["migrate"], ["collectstatic", "--noinput"], ["house_bots"]):
        manage(folder, *command, "--verbosity", "0", **env)
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
