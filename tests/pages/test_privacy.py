"""Visitors read what is kept about them, and for how long, as the site really keeps it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from brisca_site.retention import PERIODS
from games.pages.privacy import STORED_DATA_TEXTS, kept_for_a_time
from tests.pages.reading import links, page, words
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db


def test_every_period_of_the_settings_has_words():
    assert set(STORED_DATA_TEXTS) == {period.name for period in PERIODS}


def test_the_periods_are_those_that_the_site_keeps_to(settings):
    settings.RETENTION = {**settings.RETENTION, "chat": timedelta(days=61), "guests": timedelta(1)}
    text = words(page("/privacy/"))
    for row in kept_for_a_time():
        assert f"{row.what} {row.why} {row.long}" in text
    assert "reported. 61 days" in text
    assert "first visit. 1 day " in text


def test_every_row_says_how_long():
    html = page("/privacy/")
    cells = re.findall(r"<td>(.*?)</td>", html)
    assert len(cells) == html.count('<th scope="row">') > 12
    assert all(cells)


def test_a_stranger_learns_what_can_be_done_and_a_member_finds_it():
    strange, member = page("/privacy/"), page("/privacy/", signed_in("Ana"))
    assert reverse("accounts_export") not in links(strange)
    assert {reverse("accounts_export"), reverse("accounts_delete")} <= set(links(member))


@pytest.mark.parametrize(
    ("contact", "shown"),
    [("mailto:ana@brisca.example", "ana@brisca.example"), ("https://b.example/c", "https://b.e")],
)
def test_whom_to_write_to_is_said_where_the_operator_gave_an_address(settings, contact, shown):
    assert "Questions" not in words(page("/privacy/"))
    settings.OPERATOR_CONTACT = contact
    html = page("/privacy/")
    assert contact in links(html)
    assert shown in words(html)


def test_every_page_and_the_account_lead_there():
    assert "/privacy/" in page("/rules/").split("<footer")[1]
    assert "/privacy/" in links(page(reverse("accounts_profile"), signed_in("Ana")))


def test_it_makes_nobody_a_guest():
    client = Client()
    page("/privacy/", client)
    assert "sessionid" not in client.cookies


def test_a_service_that_collects_errors_is_named_while_it_is_used(settings):
    row = "They also go to a service that collects faults"
    assert row not in words(page("/privacy/"))
    settings.SENTRY_DSN = "https://key@errors.example/1"
    assert row in words(page("/privacy/"))
