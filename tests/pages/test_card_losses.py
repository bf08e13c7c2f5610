"""What the cards of a player cost: kinds of cards with enough plays, on the player's page."""

from __future__ import annotations

import pytest

from games.models import Player
from games.selectors import card_losses
from tests.analysis.analysed import analysed
from tests.pages.reading import main, page, words
from tests.stats.support import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one play of a kind of card be enough."""
    monkeypatch.setattr(card_losses, "MIN_PLAYS", 1)


def test_plays_are_counted_by_rank_and_trump(few_plays: None) -> None:
    match = stored(["Ana", "Berta"])
    body = analysed(match)
    ana = Player.objects.get(name="Ana")
    seat = match.seats.get(player=ana).seat
    judged = [
        play["judged"]["loss"]
        for deal in body["deals"]
        for play in deal["plays"]
        if play["seat"] == seat and play["judged"] is not None
    ]
    rows = card_losses.card_losses(ana.pk)
    assert sum(row.plays for row in rows) == len(judged)
    assert sum(row.plays * row.loss for row in rows) == pytest.approx(sum(judged))
    assert [row.loss for row in rows] == sorted(row.loss for row in rows)


def test_kinds_of_cards_with_few_plays_are_left_out() -> None:
    analysed(stored(["Ana", "Berta"]))
    assert card_losses.card_losses(Player.objects.get(name="Ana").pk) == []
    assert "Their cards" not in words(page("/players/Ana/"))


def test_the_page_of_a_player_shows_the_cards_that_cost_least_and_most(few_plays: None) -> None:
    analysed(stored(["Ana", "Berta"]))
    html = main(page("/players/Ana/"))
    assert "Their cards" in words(page("/players/Ana/"))
    cards = html.split('aria-labelledby="h-cards"')[1].split("</section>")[0]
    assert cards.count("<li>") == 4
    assert cards.count("good") == 2
