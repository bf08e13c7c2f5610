"""Tables worth watching: which are shown to whom, in which order, and the page that goes on."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player, Rating, Table
from games.models.tables import TableStatus
from games.selectors.watching import tables_to_watch
from games.services import social
from games.services.tables import begin
from games.stats.ratings import CENTRE
from tests.pages.reading import words
from tests.pages.test_teams import page
from tests.services.people import table_of
from tests.support.people import client_and_player, player_without_account
from tests.tournaments.builders import open_games, started

pytestmark = pytest.mark.django_db


def playing(host: str, **more: object) -> Table:
    """A table with a bot, whose match runs."""
    player = Player.objects.filter(name=host).first() or player_without_account(host)
    table = table_of(player, **more)
    begin(table=table, player=player)
    table.refresh_from_db()
    return table


def rated(name: str, display: int) -> None:
    """Give a player a rating in matches of two."""
    Rating.objects.create(
        player=Player.objects.get(name=name), pool="2", mu=25, sigma=1, display=display, matches=9
    )


def shown(viewer: Player | None = None, watchers=lambda tables: {}) -> list[str]:
    """The hosts of the tables that are worth watching, the best first."""
    return [one.table.host.name for one in tables_to_watch(viewer, watchers=watchers)]


def test_higher_ratings_come_first_and_the_best_of_a_game_is_marked():
    for name, display in (("ana", CENTRE), ("eva", CENTRE + 300), ("leo", CENTRE - 100)):
        playing(name)
        rated(name, display)
    found = tables_to_watch(None, watchers=lambda tables: {})
    assert [one.table.host.name for one in found] == ["eva", "ana", "leo"]
    assert [one.reasons for one in found] == [("strong", "best_of_game"), (), ()]


def test_people_whom_the_viewer_follows_and_watchers_count():
    tables = {name: playing(name) for name in ("ana", "eva", "leo")}
    viewer = player_without_account("mar")
    social.follow(player=viewer, other=Player.objects.get(name="leo"))
    many = {tables["eva"].public_id: 7}
    assert shown(viewer, lambda tables: many) == ["leo", "eva", "ana"]
    assert shown(None, lambda tables: many)[0] == "eva", "strangers follow nobody"


def test_private_ratings_are_told_by_no_order():
    for name in ("ana", "eva"):
        playing(name)
    rated("eva", CENTRE + 500)
    before = shown()
    Player.objects.filter(name="eva").update(figures_private=True)
    (ana, eva) = sorted(tables_to_watch(None, watchers=lambda t: {}), key=lambda one: one.table.pk)
    assert ana.score == eva.score
    assert eva.rating is None
    assert before[0] == "eva"


@pytest.mark.parametrize(
    "changed",
    [
        {"visibility": Table.Visibility.LINK},
        {"watch": Table.Watch.NOBODY},
        {"watch": Table.Watch.LINK},
        {"status": TableStatus.WAITING},
        {"status": TableStatus.FINISHED},
    ],
)
def test_what_not_everybody_may_watch_is_not_shown(changed):
    table = playing("ana")
    Table.objects.filter(pk=table.pk).update(**changed)
    assert shown() == []
    assert Client().get("/watch/").status_code == 200
    assert Client().get("/api/v1/watch/").json() == {"results": []}


def test_ones_own_table_and_people_in_a_block_are_not_shown():
    playing("ana")
    playing("eva")
    ana, leo = Player.objects.get(name="ana"), player_without_account("leo")
    assert shown(ana) == ["eva"]
    social.block(player=leo, other=ana)
    assert shown(leo) == ["eva"]
    assert "ana" not in shown(leo)


def test_games_with_compared_decks_are_not_shown_even_where_a_table_would_let_them():
    tournament = started(4, format="swiss", deals=2)
    games = open_games(tournament)
    assert tournament.compared
    assert tables_to_watch(None, watchers=lambda tables: {}) == []
    Table.objects.filter(pk__in=[game.table_id for game in games]).update(watch=Table.Watch.ANYONE)
    assert tables_to_watch(None, watchers=lambda tables: {}) == []


def test_more_tables_take_no_more_queries():
    playing("ana")
    counts = []
    for name in ("eva", "leo", "mar"):
        with CaptureQueriesContext(connection) as queries:
            tables_to_watch(None, watchers=lambda tables: {})
        counts.append(len(queries))
        playing(name)
    assert len(set(counts)) == 1


def test_the_page_leads_to_the_best_table_and_then_to_the_next():
    first, second = playing("ana"), playing("eva")
    rated("eva", CENTRE + 300)
    client = Client()
    assert client.get("/watch/")["Location"] == f"/t/{second.public_id}/?watch=best"
    after = client.get(f"/watch/?after={second.public_id}")
    assert after["Location"] == f"/t/{first.public_id}/?watch=best"
    assert client.get(after["Location"]).status_code == 200
    for hostile in ("<b>", "x" * 40, "\u0661", "'--"):
        assert client.get("/watch/", {"after": hostile}).status_code == 302


def test_without_a_table_of_people_the_house_is_shown():
    html = page(Client(headers={"accept-language": "en"}), "/watch/")
    assert "The house plays at any hour" in words(html)
    assert 'href="/house/"' in html


def test_the_lobby_says_why_a_table_is_shown_and_how_late():
    playing("ana", delay=Table.Delay.THREE)
    client, me = client_and_player("Mar")
    social.follow(player=me, other=Player.objects.get(name="ana"))
    told = words(page(client, "/"))
    assert "You follow ana" in told
    assert "shown 3 tricks later" in told


def test_the_api_lists_tables_with_their_reasons():
    table = playing("ana")
    rated("ana", CENTRE + 200)
    (row,) = Client().get("/api/v1/watch/").json()["results"]
    assert row["table"] == table.public_id
    assert row["reasons"] == ["strong", "best_of_game"]
    assert (row["delay"], row["rating"], row["event"]) == (1, CENTRE + 200, None)
