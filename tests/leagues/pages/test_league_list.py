"""The page of leagues: the reader's rows and match, and the chairs of the next league."""

from __future__ import annotations

import pytest

from games.leagues.models import LeagueMember
from games.leagues.pages.list_context import ROWS_AROUND
from games.models import Player
from tests.leagues.builders import begun, bulk_entered, league
from tests.pages.reading import main, page, words
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
LIST = "/leagues/"


def reader_of(season: object) -> Player:
    """Return the first player of a season."""
    return LeagueMember.objects.filter(season=season).order_by("pk")[0].player


def test_without_a_league_there_are_eight_free_chairs_and_one_act() -> None:
    html = main(page(LIST))
    assert html.count("ava free") == 8
    assert "Open a league" in html
    assert "No leagues running." not in html


def test_the_next_league_shows_who_has_entered_and_the_chairs_that_are_free() -> None:
    season = league()
    bulk_entered(season, 5)
    html = page(LIST)
    assert main(html).count("ava free") == 3
    assert "3 chairs are free in the first division" in words(html)
    assert "P1a" in words(html)


def test_a_league_with_more_than_a_division_counts_the_others() -> None:
    bulk_entered(league(), 11)
    text = words(page(LIST))
    assert "The first division is full, and the next one fills" in text
    assert "+3" in text


@pytest.mark.parametrize("pairs", [4, 8, 12])
def test_the_readers_table_is_cut_to_the_rows_around_the_own_one(pairs: int) -> None:
    season = begun(pairs)
    html = page(LIST, signed_in(reader_of(season)))
    table = main(html).split('class="ranking"')[1].split("</table>")[0]
    assert table.count("<tr") == 1 + ROWS_AROUND
    assert table.count('class="own"') == 1
    assert "has as many points." in words(html)


def test_the_next_match_can_be_answered_on_the_page() -> None:
    season = begun(4)
    text = words(page(LIST, signed_in(reader_of(season))))
    assert "Your match" in text
    assert "Propose a time" in text


def test_who_plays_in_no_league_has_no_table() -> None:
    begun(4)
    assert 'class="ranking"' not in main(page(LIST))
    assert 'class="ranking"' not in main(page(LIST, signed_in("Olga")))
