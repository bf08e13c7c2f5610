"""What the site writes is for the account that runs it; static files alone are for everybody."""

from __future__ import annotations

import getpass
import os
import stat
import sys
from pathlib import Path

import pytest

from brisca_site.file_modes import restrict
from tests.commands.test_backup import laid, manage
from tests.live.test_serve import processes, site, start, stop  # noqa: F401
from tests.support import forked

ROOT = Path(__file__).parents[2]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path, *, besides: Path) -> list[str]:
    """What another account could read, write or enter below a folder, and the folder itself."""
    inside = [path for path in folder.rglob("*") if besides not in (path, *path.parents)]
    return [str(path) for path in (folder, *inside) if mode(path) & 0o077]


def test_a_site_that_serves_leaves_nothing_open_to_other_accounts(site, processes):  # noqa: F811
    env, port = site
    folder = Path(env["VAR_DIR"])
    process = start(processes, env, port)
    laid(env)
    files = {path.name for path in folder.iterdir()}
    assert {"brisca.sqlite3", "brisca.sqlite3-wal", "brisca.sqlite3-shm", "secret_key"} <= files
    assert open_to_others(folder, besides=folder / "static") == []
    assert stop(process) == 0


def test_a_fresh_folder_is_private_and_a_command_writes_private_files(site):  # noqa: F811
    env, _ = site
    env["VAR_DIR"] = str(Path(env["VAR_DIR"]) / "deep" / "fresh")
    code = "import django; django.setup(); open('{}/new', 'w')".format(env["VAR_DIR"])
    old = os.umask(0o022)
    try:
        forked.run([sys.executable, "-c", code], cwd=ROOT, env=env, check=True)
    finally:
        os.umask(old)
    folder = Path(env["VAR_DIR"])
    assert mode(folder) == 0o700
    assert mode(folder / "new") == 0o600
    assert mode(folder / "secret_key") == 0o600


def test_a_folder_that_cannot_be_made_ends_a_command_with_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "var"
    done = forked.run(
        [sys.executable, "manage.py", "prepare"],
        cwd=ROOT,
        env={**os.environ, "VAR_DIR": str(folder), "LOGNAME": "who-called-runuser"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"VAR_DIR is {folder}, which " in done.stderr
    assert f"install -d -m 700 -o root -g root {folder}" in done.stderr.replace(
        getpass.getuser(), "root"
    )


def test_files_of_an_earlier_release_are_closed_at_start_with_one_line(site):  # noqa: F811
    env, _ = site
    folder = Path(env["VAR_DIR"])
    folder.chmod(0o755)
    (folder / "brisca.sqlite3").chmod(0o644)
    (folder / "data").mkdir()
    (folder / "data").chmod(0o755)
    done = manage(env, "check")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("were open to other accounts") == 1
    assert open_to_others(folder, besides=folder / "static") == []
    assert "open to other accounts" not in manage(env, "check").stderr


def test_a_folder_that_accounts_share_is_left_alone(tmp_path):
    tmp_path.chmod(0o1777)
    (tmp_path / "other").touch()
    (tmp_path / "other").chmod(0o644)
    assert restrict(tmp_path, public=tmp_path / "static") == 0
    assert mode(tmp_path) == 0o1777
    assert mode(tmp_path / "other") == 0o644
    tmp_path.chmod(0o700)


FILES_OF_APPS = """
from brisca_site.settings import *
STATICFILES_DIRS = []
"""


@pytest.mark.parametrize("apart", [False, True])
def test_collected_files_may_be_read_by_a_web_server(site, tmp_path, apart):  # noqa: F811
    env, _ = site
    static = Path(env["VAR_DIR"]) / "static"
    if apart:
        static = tmp_path / "public" / "static"
        env |= {"DJANGO_SETTINGS_MODULE": "brisca_site.settings", "STATIC_DIR": str(static)}
    else:  # where they lie makes no difference: the site's own, which take long, are tried once
        (tmp_path / "files_of_apps.py").write_text(FILES_OF_APPS)
        env |= {"DJANGO_SETTINGS_MODULE": "files_of_apps", "PYTHONPATH": str(tmp_path)}
    done = manage(env, "collectstatic", "--noinput", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    inside = list(static.rglob("*"))
    assert len(inside) > 100
    assert any(path.suffix == ".gz" for path in inside)
    wrong = [
        path for path in (static, *inside) if mode(path) != (0o755 if path.is_dir() else 0o644)
    ]
    assert wrong == []
