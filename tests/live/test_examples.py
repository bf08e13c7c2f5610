"""The tutorial and the example bot do what they say, against a site that is served."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.site import ROOT, served

DOCS = ROOT / "docs"
TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
MAKE_KEY = """
from accounts.models import User
from accounts.services import become_bot
from accounts.tokens import create_token
user = User.objects.create_user("Robot")
become_bot(user=user)
print(create_token(user=user, name="x", scopes=("read", "tables", "play"), days=7)[1])
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TUTORIAL, re.M | re.S)


def run(command: list[str], env: dict[str, str]) -> str:
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, timeout=200
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def key_of(folder: Path) -> str:
    env = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "brisca_site.settings"}
    env |= {"DATABASE_URL": "", "REDIS_URL": ""}
    return run([sys.executable, "manage.py", "shell", "-v", "0", "-c", MAKE_KEY], env).split()[-1]


def test_the_bot_is_short():
    assert len((DOCS / "examples" / "bot.py").read_text().splitlines()) < 80


def test_the_tutorial_names_the_bot_and_every_scope():
    from accounts.models import Scope

    assert "examples/bot.py" in TUTORIAL
    assert set(re.findall(r"^\| `(\w+)` \|", TUTORIAL, re.M)) == set(Scope.values)


@pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")
def test_the_tutorial_runs_from_curl_to_a_bot_that_plays_a_match_to_a_plot(tmp_path):
    with served(tmp_path) as site:
        env = {"SITE": site, "BRISCA_KEY": key_of(tmp_path), "PICTURE": str(tmp_path / "x.png")}
        env["PATH"] = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        told = run(["bash", "-euo", "pipefail", "-c", "\n".join(blocks("bash"))], env)
        # A first deal of 60 to 60 may go on to another one.
        assert re.search(r"score: \[\d, \d\]", told), told
        assert '"name":"Robot"' in told
        code = blocks("python")
        assert len(code) == 3
        if importlib.util.find_spec("pandas") is None:
            code = code[:1]
        told = run([sys.executable, "-c", "\n".join(code)], env)
        assert "Robot has played 1 matches" in told
        if len(code) == 3:
            assert "mean" in told
            assert (tmp_path / "x.png").stat().st_size > 1000
