"""The line of the operators at the top of every page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from games.models import Announcement
from games.pages import fragments

pytestmark = [pytest.mark.django_db, pytest.mark.announcements]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin without parts of pages that an earlier test has left."""
    monkeypatch.setattr(fragments, "cache", fragments.FragmentCache())


def announce(**fields: object) -> Announcement:
    """Store an announcement that is shown from a minute ago for an hour."""
    now = timezone.now()
    defaults = {
        "text_es": "El domingo a las 22:00 paramos diez minutos.",
        "text_en": "On Sunday at 22:00 we stop for ten minutes.",
        "starts_at": now - timedelta(minutes=1),
        "ends_at": now + timedelta(hours=1),
    }
    return Announcement.objects.create(**{**defaults, **fields})


def page(client: Client, language: str) -> str:
    """Return the HTML of a page in a language."""
    return client.get("/rules/", HTTP_ACCEPT_LANGUAGE=language).content.decode()


def test_every_page_has_the_line_in_the_language_of_its_reader(client: Client) -> None:
    announce(url="/fairness/")
    assert "On Sunday at 22:00 we stop" in page(client, "en")
    spanish = page(client, "es")
    assert "El domingo a las 22:00 paramos" in spanish
    assert 'href="/fairness/"' in spanish


def test_a_language_without_a_text_gets_the_spanish_one(client: Client) -> None:
    announce()
    assert "El domingo a las 22:00 paramos" in page(client, "ca")


@pytest.mark.parametrize("minutes", [(-20, -10), (10, 20)])
def test_it_is_shown_in_its_time_alone(client: Client, minutes: tuple[int, int]) -> None:
    starts_at, ends_at = (timezone.now() + timedelta(minutes=offset) for offset in minutes)
    announce(starts_at=starts_at, ends_at=ends_at)
    assert "paramos" not in page(client, "es")


def test_the_latest_one_is_shown(client: Client) -> None:
    announce(starts_at=timezone.now() - timedelta(hours=2), text_es="Antes.")
    announce(text_es="Ahora.")
    assert "Ahora." in page(client, "es")
    assert "Antes." not in page(client, "es")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "http://example.org", "rules"])
def test_its_address_is_a_link(address: str) -> None:
    line = announce()
    line.url = address
    with pytest.raises(ValidationError) as refused:
        line.full_clean()
    assert set(refused.value.message_dict) == {"url"}


def test_it_ends_after_it_starts() -> None:
    line = announce()
    line.ends_at = line.starts_at
    with pytest.raises(ValidationError, match="acabar después"):
        line.full_clean()
