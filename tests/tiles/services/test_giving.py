"""Giving of tiles at the end of a match, after its analysis, and for stored matches."""

from __future__ import annotations

import json
import zlib
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.services import close_account
from games.models import Player
from games.models.people import PlayerKind
from games.services import match_end_handlers
from games.services.players import player_for
from games.site.personal_data import personal_data
from games.tiles.models import PlayerTile
from games.tiles.services.giving import give_stored_tiles
from tests.analysis.analysed import analysed
from tests.stats.support import stored
from tests.tiles.stored import stored_for

pytestmark = pytest.mark.django_db


def tiles_of(player: Player) -> set[str]:
    return set(player.tiles.values_list("tile", flat=True))


def judged(*seats: tuple[int, int]) -> dict[str, Any]:
    """Return the part of an analysis that tiles read: decisions and errors of each seat."""
    return {
        "seats": [
            {"seat": seat, "decisions": decisions, "errors": errors}
            for seat, (decisions, errors) in enumerate(seats)
        ]
    }


def test_a_match_gives_its_tiles_as_it_ends() -> None:
    match, player = stored_for("big_game")
    tile = player.tiles.get(tile="big_game")
    assert (tile.match, tile.won_at) == (match, match.finished_at)


def test_a_match_with_a_bot_gives_the_tile_of_its_tree() -> None:
    _, player = stored_for("tree_learned", level="learned")
    assert tiles_of(player) == {"tree_learned"}
    assert PlayerTile.objects.count() == 1


def test_a_tile_that_is_won_twice_stays_with_the_first_match() -> None:
    match, player = stored_for("claim")
    stored_for("claim", day=3)
    assert player.tiles.get(tile="claim").match == match


def test_a_guest_keeps_tiles_at_sign_up() -> None:
    user = get_user_model().objects.create_user("Gala", is_guest=True)
    guest = player_for(user)
    stored_for("claim", players={1: guest})
    assert (guest.kind, "claim" in tiles_of(guest)) == (PlayerKind.GUEST, True)
    user.is_guest = False
    user.save()
    member = player_for(user)
    assert (member.kind, "claim" in tiles_of(member)) == (PlayerKind.HUMAN, True)


def test_a_match_among_bots_asks_the_database_nothing_about_tiles() -> None:
    with CaptureQueriesContext(connection) as queries:
        stored(("Tomillo", "Olivo"), kinds=dict.fromkeys(("Tomillo", "Olivo"), PlayerKind.BOT))
    assert not [query for query in queries if "playertile" in query["sql"]]
    assert not PlayerTile.objects.exists()


def test_the_end_of_a_match_writes_tiles_in_one_query_and_reads_their_players_in_one() -> None:
    match, _ = stored_for("hundred")
    record = json.loads(zlib.decompress(match.record.body))
    handlers = [
        handler()
        for handler in match_end_handlers.handlers
        if type(handler()).__name__ == "TileMatchEnds"
    ]
    with CaptureQueriesContext(connection) as queries:
        for handler in handlers:
            handler.counted(match, record)
    assert len(handlers) == 1
    assert len(queries) == 2


def test_an_analysis_without_errors_gives_the_tile_of_a_clean_match() -> None:
    match, player = stored_for("clean")
    assert "clean" not in tiles_of(player)
    match_end_handlers.store_analysed(match, judged((20, 0), (20, 1)))
    assert "clean" in tiles_of(player)
    assert PlayerTile.objects.filter(tile="clean").count() == 1


def test_the_service_that_stores_an_analysis_gives_tiles(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _player = stored_for("clean")
    monkeypatch.setattr("games.tiles.rules.conditions.MIN_DECISIONS", 0)
    body = analysed(match)
    is_clean = {seat["seat"]: seat["errors"] == 0 for seat in body["seats"]}
    seats = dict(match.seats.values_list("seat", "player"))
    winners = {seats[seat] for seat, clean in is_clean.items() if clean}
    assert set(PlayerTile.objects.filter(tile="clean").values_list("player", flat=True)) == winners


def test_stored_matches_give_their_tiles_the_earliest_first() -> None:
    stored_for("claim", day=2)
    first, player = stored_for("claim", day=1)
    PlayerTile.objects.all().delete()
    done: list[int] = []
    assert give_stored_tiles(step=done.append) == PlayerTile.objects.count() > 0
    assert player.tiles.get(tile="claim").match == first
    assert sum(done) == 2


def test_stored_analyses_count_as_well() -> None:
    match, player = stored_for("clean")
    now = timezone.now() - timedelta(days=1)
    match.seat_analyses.create(
        seat=0, player=player, finished_at=now, decisions=20, best=20, loss=0, errors=0
    )
    PlayerTile.objects.all().delete()
    give_stored_tiles()
    assert "clean" in tiles_of(player)


def test_the_command_gives_nothing_twice() -> None:
    stored_for("claim")
    tile_count = PlayerTile.objects.count()
    PlayerTile.objects.all().delete()
    printed = []
    for _ in range(2):
        out = StringIO()
        call_command("give_tiles", stdout=out)
        printed.append(out.getvalue())
    assert printed == [f"{tile_count} tiles given\n", "0 tiles given\n"]


def test_a_closed_account_has_no_tiles_and_gets_none() -> None:
    _, player = stored_for("claim")
    assert player.user is not None
    close_account(user=player.user)
    assert not tiles_of(player)
    give_stored_tiles()
    assert not tiles_of(player)


def test_the_download_of_a_player_s_data_has_the_tiles() -> None:
    match, player = stored_for("claim")
    assert player.user_id is not None
    data = personal_data(player.user_id)
    assert data is not None
    claim = next(row for row in data["tiles"] if row["tile"] == "claim")
    assert claim["match__public_id"] == match.public_id
