"""Dates in templates follow the language: "31 de diciembre de 2026", not "31 diciembre 2026"."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from brisca_site.base.dates import moment_words

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
OWN_FORMAT = re.compile(r'\|date:"([^"]*)"')
FOR_PROGRAMS = {"c", "Y-m-d", "Y-m", "Y"}
"""Formats that are read by scripts and addresses, or hold no month."""


def test_templates_use_the_formats_of_the_language() -> None:
    """A part alone, such as a weekday, has no order that depends on the language."""
    own_formats = {
        f"{path.relative_to(TEMPLATES)}: {date_format}"
        for path in TEMPLATES.rglob("*.*")
        for date_format in OWN_FORMAT.findall(path.read_text(encoding="utf-8"))
        if len(date_format) > 1
        and date_format not in FOR_PROGRAMS
        and not date_format.endswith("_FORMAT")
    }
    assert own_formats == set()


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("es", "31 de diciembre de 2026, 31 de diciembre, diciembre de 2026"),
        ("ca", "31 de desembre de 2026, 31 de desembre, desembre del 2026"),
    ],
)
def test_dates_have_their_prepositions(language: str, expected: str) -> None:
    day = datetime(2026, 12, 31, 12, tzinfo=timezone.get_default_timezone())
    text = (
        '{{ day|date:"DATE_FORMAT" }}, {{ day|date:"MONTH_DAY_FORMAT" }}, '
        '{{ day|date:"YEAR_MONTH_FORMAT" }}'
    )
    with translation.override(language):
        assert Template(text).render(Context({"day": day})) == expected


def test_what_is_to_come_has_its_hour_and_what_is_past_only_its_day() -> None:
    now = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
    with translation.override("en"):
        assert moment_words(datetime(2027, 2, 20, 20, 0, tzinfo=UTC), now).startswith(
            "20 Feb 2027, "
        )
        assert ":" not in moment_words(datetime(2026, 11, 20, 20, 0, tzinfo=UTC), now)


def test_a_list_that_shows_day_and_hour_apart_has_both_as_times() -> None:
    at = datetime(2026, 11, 29, 21, 0, tzinfo=UTC)
    html = Template("{% load dates %}{% day_and_hour at %}").render(Context({"at": at}))
    assert html.count('<time datetime="2026-11-29T21:00:00+00:00"') == 2
    assert 'data-moment="hour">21:00</time></span>' in html
