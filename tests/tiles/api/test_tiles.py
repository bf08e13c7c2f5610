"""The tiles of a player in the API."""

from __future__ import annotations

import pytest

from games.services.players import set_figures_private
from tests.api.support import ask, refused
from tests.tiles.stored import stored_for

pytestmark = pytest.mark.django_db


def test_the_tiles_of_a_player_are_listed_with_their_matches() -> None:
    first, player = stored_for("claim")
    later, _ = stored_for("forty", day=1)
    answer = ask(f"/players/{player.name}/tiles/")
    assert answer["total"] == 24
    assert {(row["tile"], row["match"]) for row in answer["results"]} >= {
        ("claim", first.public_id),
        ("forty", later.public_id),
    }
    assert answer["results"][0]["won_at"] == "2026-03-02T18:00:00.000Z"


def test_private_figures_hide_the_tiles() -> None:
    _, player = stored_for("claim")
    set_figures_private(player=player, on=True)
    refused(f"/api/v1/players/{player.name}/tiles/", 404, "not_found")
