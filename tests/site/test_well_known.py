"""Addresses that programs ask every site for."""

from __future__ import annotations

import pytest
from django.test import Client


def test_crawlers_are_told_what_to_leave_alone():
    answer = Client().get("/robots.txt")
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; charset=utf-8")
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /accounts/", "Disallow: /t/"} <= set(lines)
    assert "Disallow: /" not in lines


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/favicon.ico", "/static/brand/favicon.svg"),
        ("/.well-known/change-password", "/accounts/password/change/"),
    ],
)
def test_known_addresses_lead_to_ours(path, target):
    answer = Client().get(path)
    assert (answer.status_code, answer["Location"]) == (302, target)
