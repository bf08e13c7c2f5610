"""A site does not start with secrets that anybody can guess."""

from __future__ import annotations

import os
import re
import secrets
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from brisca_site.secret_values import check_secret, check_url_password
from tests.support import forked

ROOT = Path(__file__).parents[2]
EXAMPLE = dict(
    line.split("=", 1)
    for line in (ROOT / "docs" / "deploy" / "brisca.env").read_text().splitlines()
    if line and not line.startswith("#")
)
GOOD = {"SECRET_KEY": "Yt4q-" + "k9Wz0xLp" * 4, "METRICS_TOKEN": "x7Rp2mQd9sVb4nKe"}


def check(tmp_path, **variables):
    """`manage.py check` with these variables alone."""
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **variables}
    return forked.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT, env=env, capture_output=True, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["SECRET_KEY", "METRICS_TOKEN", "DATABASE_URL"])
def test_the_example_does_not_start_before_its_values_are_replaced(tmp_path, name):
    assert "change-me" in EXAMPLE[name]
    done = check(tmp_path, **{**GOOD, name: EXAMPLE[name]})
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert re.search(rf"ImproperlyConfigured: {name} (is|has) a placeholder", last)
    assert "secrets.token_urlsafe" in last
    assert EXAMPLE[name] not in last


def test_every_placeholder_of_the_example_is_refused():
    left = [name for name, value in EXAMPLE.items() if "change-me" in value]
    assert left == ["DATABASE_URL", "SECRET_KEY", "METRICS_TOKEN"]


def test_good_values_start_and_so_do_any_with_debug(tmp_path):
    assert check(tmp_path, **GOOD).returncode == 0
    done = check(tmp_path, SECRET_KEY="dev", METRICS_TOKEN="dev", DEBUG="1")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("change-me", "placeholder"),
        ("CHANGE_ME_CHANGE_ME_CHANGE_ME_CHANGE_ME", "placeholder"),
        ("django-insecure-" + "k9Wz0xLpQ" * 4, "placeholder"),
        ("secret", "placeholder"),
        ("k9Wz0xLpk9Wz0xLpk9Wz0xLpk9Wz0xL", "fewer than 32"),
        ("", "fewer than 32"),
        ("a" * 64, "repeats"),
        ("0123456" * 8, "repeats"),
    ],
)
def test_a_key_that_can_be_guessed_is_refused(value, why):
    with pytest.raises(ImproperlyConfigured, match=f"^SECRET_KEY .*{why}") as refused:
        check_secret("SECRET_KEY", value, least=32)
    assert len(value) < 8 or value not in str(refused.value)


def test_values_that_were_drawn_pass():
    for _ in range(300):
        for length, least in ((24, 32), (16, 32), (8, 16)):
            value = secrets.token_hex(length) if length < 24 else secrets.token_urlsafe(length)
            assert check_secret("SECRET_KEY", value, least=least) == value


@pytest.mark.parametrize(
    "url",
    [
        "",
        "postgres://postgres@127.0.0.1:5432/brisca",
        "postgres://brisca:Q7x-vdk2mB@127.0.0.1:5432/brisca",
        "redis://127.0.0.1:6379/0",
        "postgres://[broken",
    ],
)
def test_addresses_without_a_placeholder_pass(url):
    assert check_url_password("DATABASE_URL", url) == url


@pytest.mark.parametrize("password", ["change-me", "change%2Dme", "password", "CHANGEME"])
def test_a_placeholder_in_an_address_is_refused(password):
    with pytest.raises(ImproperlyConfigured, match=r"^DATABASE_URL "):
        check_url_password("DATABASE_URL", f"postgres://brisca:{password}@db:5432/brisca")
