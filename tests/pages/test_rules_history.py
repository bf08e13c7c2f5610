"""The page on relatives of Brisca, and on what was settled where the sources differ."""

from __future__ import annotations

import pytest
from django.test import Client

from games.engine import DEFAULTS
from games.pages.wording.rules_history import DIFFERENCES, RELATED_GAMES

pytestmark = pytest.mark.django_db


def test_it_names_every_relative_and_difference(client: Client) -> None:
    page = client.get("/rules/history/", headers={"accept-language": "en"}).content.decode()
    for cousin in RELATED_GAMES:
        assert cousin in page
    assert page.count("<b>Settled:</b>") == len(DIFFERENCES)


def test_the_rules_lead_to_it(client: Client) -> None:
    assert 'href="/rules/history/"' in client.get("/rules/").content.decode()


def test_what_it_calls_settled_is_what_the_rules_begin_with() -> None:
    assert DEFAULTS["exchange.timing"] == "after_win_before_draw"
    assert DEFAULTS["tie.chain"] == ["all_tied"]
    assert DEFAULTS["play.cards_per_turn"] == 1
    assert not DEFAULTS["peek.six"]
    assert (DEFAULTS["talk.truth"], DEFAULTS["talk.seen_by"]) == ("enforced", "partner")
    assert DEFAULTS["mexican.none"] == "nobody"
