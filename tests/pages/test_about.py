"""The page about the site: whose type and drawings it uses, under which licences."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from brisca_site.base.release import VERSION
from tests.pages.reading import words

pytestmark = pytest.mark.django_db


def shown(path: str) -> str:
    """The HTML of a page in English."""
    return Client(headers={"accept-language": "en"}).get(path).content.decode()


def test_each_typeface_is_named_with_its_authors_and_its_licence():
    page = shown("/about/")
    text = words(page)
    assert "Alegreya by Juan Pablo del Peral, Huerta Tipográfica SIL Open Font License 1.1" in text
    assert "Figtree by Erik Kennedy SIL Open Font License 1.1" in text
    licences = re.findall(r'href="/static/([\w/.-]*OFL[\w.-]*)"', page)
    assert len(licences) == 2
    assert all(finders.find(name) for name in licences)


def test_the_version_that_runs_is_shown():
    assert f"Version {VERSION}" in words(shown("/about/"))


def test_the_foot_of_every_page_leads_there():
    assert 'href="/about/"' in shown("/rules/")
