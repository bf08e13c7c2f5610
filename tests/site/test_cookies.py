"""Over HTTPS every cookie of the site travels over HTTPS alone, and scripts read none of a secret."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import empty_databases

ROOT = Path(__file__).parents[2]
READ_BY_SCRIPTS = ("django_language", "preferences", "theme", "__Host-csrftoken")
"""Choices of how the site looks, and the token that a script sends back."""
BROWSE = """
import django, json; django.setup()
from django.test import Client
from django.utils import timezone
from accounts.models import User
from games.services.daily_deals import daily_of, day_of

daily_of(day=day_of(timezone.now()))
ana = User.objects.create_user("ana", password="dos de bastos y seis")
browser = Client(HTTP_X_FORWARDED_PROTO="https", HTTP_HOST="localhost")
seen = {}
def note(answer):
    for name, cookie in answer.cookies.items():
        seen[name] = {"secure": bool(cookie["secure"]), "httponly": bool(cookie["httponly"]),
                      "samesite": cookie["samesite"], "path": cookie["path"]}
for path in ("/", "/accounts/login/", "/accounts/signup/", "/daily/", "/learn/lesson/"):
    note(browser.get(path))
note(browser.post("/i18n/setlang/", {"language": "ca", "next": "/"}))
note(browser.post("/accounts/guest/", {"name": "Marta"}))
note(browser.post("/accounts/preferences/", {"theme": "dark", "deck": "large"}))
note(browser.post("/daily/play/"))
note(browser.post("/accounts/logout/"))
note(browser.post("/accounts/login/", {"login": "ana", "password": "dos de bastos y seis"}))
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def cookies(tmp_path_factory) -> dict[str, dict[str, object]]:
    folder = tmp_path_factory.mktemp("https")
    empty_databases.copy_site(folder)
    env = {
        **os.environ,
        "VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "HTTPS": "1",
    }
    env.pop("DATABASE_URL", None)
    line = [sys.executable, "-c", BROWSE]
    done = subprocess.run(line, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_every_cookie_is_secure(cookies):
    assert {"__Host-sessionid", "__Host-csrftoken"} <= set(cookies)
    assert any("daily" in name for name in cookies)
    assert [name for name, about in cookies.items() if not about["secure"]] == []


def test_no_cookie_is_sent_from_other_sites(cookies):
    assert {about["samesite"] for about in cookies.values()} <= {"Lax", "Strict"}


def test_scripts_read_no_cookie_that_lets_somebody_in(cookies):
    open_to_scripts = [name for name, about in cookies.items() if not about["httponly"]]
    assert set(open_to_scripts) <= set(READ_BY_SCRIPTS)
