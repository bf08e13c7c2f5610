"""The lobby: what it offers to whom, and what a tap on it starts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.common.live_gateway import Turn
from games.engine import PRESETS
from games.engine.seating import sides_for
from games.live.http.gateway import LocalGateway
from games.models import Deal, Match, Player, Table
from games.models.tables import TableStatus
from games.pages.forms.choosing import seatings_of
from games.pages.forms.quick_play import (
    USUAL_GAMES,
    all_games,
    game_of,
    key_of,
    key_of_match,
    tiles,
)
from games.services import social
from games.services.quick_play import QuickGame, play_bots_now, play_now
from games.services.social import follow
from games.services.tables import begin, sit
from tests.services.people import levels, table_of
from tests.stats.support import stored
from tests.support.people import client_and_player, player_without_account

pytestmark = pytest.mark.django_db
SCRIPT = {"accept": "application/json"}


def text(html: str) -> str:
    """The words of a page, without its markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def lobby(client: Client) -> str:
    return client.get("/").content.decode()


def checked(html: str) -> str:
    """The game that is chosen when the page comes."""
    game = re.search(r'name="game"\s+value="([\w.]+)"', html)
    assert game
    return game[1]


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the lobby be as with many people."""
    monkeypatch.setattr("games.site.lobby.is_busy", lambda _people: True)


def patch_gateway(monkeypatch: pytest.MonkeyPatch, gateway: type) -> None:
    """Let the lobby's views use this live gateway."""
    for module in ("lobby", "lobby_tables"):
        monkeypatch.setattr(f"games.site.{module}.live_gateway", gateway)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_starts_by_one_button_for_each_number_of_players(preset: str) -> None:
    offered = [
        button["key"]
        for game in all_games()
        for button in game["buttons"]
        if button["key"].startswith(f"{preset}.")
    ]
    assert len(offered) == len(PRESETS[preset].players)
    for key in offered:
        client = Client()
        answer = client.post("/play/", {"game": key, "bots": "1"})
        table = Table.objects.get(public_id=answer["Location"].split("/")[2])
        game = game_of(key)
        assert game is not None
        assert (table.status, table.players) == (TableStatus.PLAYING, game.players)
        assert table.ruleset.preset == preset


def test_every_key_of_a_game_leads_back_to_itself() -> None:
    for preset in PRESETS:
        for seating in seatings_of(preset):
            game = game_of(f"{preset}.{seating}")
            assert game is not None
            assert key_of(game) == f"{preset}.{seating}"
            sides = [list(side) for side in sides_for(game.players, game.teams)]
            match = {"preset": preset, "players": game.players, "sides": sides}
            assert key_of_match(match) == f"{preset}.{seating}"
            assert game.ruleset.options["teams"] == game.teams
    signs = game_of("ludoteka.4.signs")
    assert signs is not None
    assert key_of(signs) == "senas.4", "as open pages had it before"
    assert signs.ruleset.options["talk.mode"] == "senas"
    for key in ("", "ludoteka", "ludoteka.5", "ludoteka.2.signs", "ludoteka.4.more", "x.2"):
        assert game_of(key) is None, key


def test_the_last_choice_stands_first_and_is_chosen() -> None:
    client = Client(headers={"accept-language": "en"})
    assert checked(lobby(client)) == USUAL_GAMES[0]
    client.post("/play/", {"game": "chiamata.5", "bots": "1"})
    assert checked(lobby(client)) == "chiamata.5"
    assert [tile.key for tile in tiles("chiamata.5")] == [
        "chiamata.5", "ludoteka.2", "ludoteka.4", "senas.4",
    ]  # fmt: skip


@pytest.mark.usefixtures("busy")
def test_a_busy_lobby_offers_games_and_says_which_one_was_played_last() -> None:
    client = Client(headers={"accept-language": "en"})
    client.post("/play/", {"game": "chiamata.5", "bots": "1"})
    page = lobby(client)
    assert re.search(r'value="chiamata.5"\s+checked', page)
    assert "Auction, 5 · the last one you played" in text(page)


def test_without_a_choice_the_last_match_is_offered_again() -> None:
    client, player = client_and_player("ana")
    table = play_bots_now(player=player, game=QuickGame("catalan", 3))
    assert table.match is not None
    now = timezone.now()
    Match.objects.filter(pk=table.match.pk).update(
        status="finished", finished_at=now, score=[3, 0, 0]
    )
    table.match.seats.update(finished_at=now)
    assert checked(lobby(client)) == "catalan.3"


def test_bots_play_as_well_as_was_chosen_and_that_is_remembered() -> None:
    client = Client()
    client.post("/play/", {"game": "ludoteka.4", "bots": "1", "level": "greedy"})
    assert levels(Table.objects.get()) == ["", "greedy", "greedy", "greedy"]
    assert chosen_level(lobby(client)) == "greedy"
    client.post("/play/", {"game": "ludoteka.2", "bots": "1"})
    latest = Table.objects.order_by("-pk").first()
    assert latest is not None
    assert levels(latest) == ["", "greedy"]
    assert client.post("/play/", {"game": "ludoteka.2", "level": "oracle"}).status_code == 400


def chosen_level(html: str) -> str:
    """Return the level of bots that the page's form sends unless a tree is pressed."""
    levels = re.search(r'name="level" value="(\w+)"', html)
    assert levels
    return levels[1]


def finish(player: Player) -> None:
    """Let a player finish a match."""
    stored([player.name, "Berta"])


def deals(table: Table) -> int:
    return int(table.ruleset.options["match.target"])


def test_the_first_match_with_bots_is_one_deal_against_a_beginner_without_a_clock() -> None:
    client = Client(headers={"accept-language": "en"})
    html = lobby(client)
    assert chosen_level(html) == "greedy"
    client.post("/play/", {"game": checked(html), "level": "greedy", "bots": "1"})
    table = Table.objects.get()
    assert (deals(table), levels(table), table.turn_ms) == (1, ["", "greedy"], None)
    assert [seat.player.name for seat in table.seats.all() if seat.player][1:] == ["Olivo"]
    finish(Player.objects.get(bot=""))
    assert chosen_level(lobby(client)) == "rules", "the level that was given is not a choice"


@pytest.mark.parametrize(
    ("asked", "deals_played", "level"),
    [
        ({"game": "ludoteka.2", "level": "expert"}, 3, "expert"),
        ({"game": "ludoteka.4", "level": "greedy"}, 3, "greedy"),
        ({"game": "ludoteka.2"}, 3, "greedy"),
    ],
)
def test_a_newcomer_who_chooses_a_game_or_a_level_gets_it(
    asked: dict[str, str], deals_played: int, level: str
) -> None:
    Client().post("/play/", {**asked, "bots": "1"})
    table = Table.objects.get()
    assert deals(table) == deals_played
    assert set(levels(table)) == {"", level}


def test_who_has_finished_a_match_plays_the_usual_one_with_bots() -> None:
    client, player = client_and_player("ana")
    finish(player)
    assert chosen_level(lobby(client)) == "rules"
    client.post("/play/", {"game": "ludoteka.2", "level": "greedy", "bots": "1"})
    assert deals(Table.objects.get()) == 3


@pytest.mark.parametrize("alone", [True, False])
def test_a_newcomer_who_is_alone_plays_the_first_match_at_once(
    monkeypatch: pytest.MonkeyPatch, alone: bool
) -> None:
    monkeypatch.setattr(LocalGateway, "is_alone_in_lobby", lambda *_: alone)
    Client().post("/play/", {"game": "ludoteka.2", "level": "greedy"})
    table = Table.objects.get()
    playing = (TableStatus.PLAYING, 1, ["", "greedy"])
    waiting = (TableStatus.WAITING, 3, ["", None])
    assert (table.status, deals(table), levels(table)) == (playing if alone else waiting)


@pytest.mark.parametrize("language", ["es", "ca", "gl", "pt", "it", "eu"])
def test_a_level_of_bots_has_one_name_in_the_lobby_and_at_the_table(language: str) -> None:
    def names(catalogue: str) -> list[str]:
        path = settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / f"{catalogue}.po"
        entries = read_po(path.open("rb"))
        ids = ["Any card", "Beginner", "Regular", "Strong", "Expert"]
        return [str(entry.string) for text in ids if (entry := entries.get(text))]

    assert names("django") == names("djangojs")


def test_a_script_is_told_where_the_search_goes_on() -> None:
    ana, eva = Client(headers=SCRIPT), Client(headers=SCRIPT)
    told = ana.post("/play/", {"game": "ludoteka.2"}).json()
    assert told["waiting"]
    assert not told["alone"], "without a live path nobody knows who is in the lobby"
    assert eva.post("/play/", {"game": "ludoteka.2"}).json()["url"] == told["url"]
    assert not eva.post("/play/", {"game": "ludoteka.2"}).json()["waiting"]


def test_who_has_become_a_guest_by_a_script_can_use_the_forms_of_the_page() -> None:
    client = Client(enforce_csrf_checks=True)
    page = lobby(client)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = {"game": "ludoteka.2", "csrfmiddlewaretoken": token[1]}
    told = client.post("/play/", form, headers=SCRIPT).json()
    assert client.post("/play/stop/", form).status_code == 403
    assert client.post("/play/stop/", {"csrfmiddlewaretoken": told["csrf"]}).status_code == 302
    assert not Table.objects.exists()


def test_bots_sit_down_sooner_where_nobody_else_is_in_the_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Empty:
        def is_alone_in_lobby(self, user: int | None, address: str) -> bool:
            asked.append((user, address))
            return True

        def is_deserted(self, table: str, sat_at: float) -> bool:
            return False

        def turns(self, tables: list[str]) -> dict[str, Turn]:
            return {}

        def watchers(self, tables: list[str]) -> dict[str, int]:
            return {}

        def in_lobby(self, users: set[int]) -> frozenset[int]:
            return frozenset()

    patch_gateway(monkeypatch, Empty)
    assert Client(headers=SCRIPT).post("/play/", {"game": "ludoteka.2"}).json()["alone"]
    assert asked == [(None, "127.0.0.1")], "as they came, before they became a guest"
    table = Table.objects.get()
    assert table.fill_at is not None
    assert table.fill_at <= timezone.now() + timedelta(seconds=2)


def test_a_refusal_reaches_a_script_in_words() -> None:
    client, player = client_and_player("ana")
    for _ in range(3):
        table_of(player)
    answer = client.post("/play/", {"game": "ludoteka.2"}, headers=SCRIPT)
    assert answer.status_code == 409
    assert answer.json()["error"]


def test_all_games_stand_on_a_page_of_their_own_without_script() -> None:
    page = Client().get("/play/games/").content.decode()
    assert 'href="/play/games/"' in lobby(Client())
    buttons = re.findall(r'name="game"\s+value="([\w.]+)"', page)
    assert len(buttons) == sum(len(preset.players) for preset in PRESETS.values())


def running_pairs() -> tuple[Client, Table]:
    """Ana with Carmen against Eva and Leo, after two deals: she is on the second side."""
    client, ana = client_and_player("ana")
    table = table_of(player_without_account("eva"), 4, options={"teams": "pairs"})
    for name in (ana, player_without_account("leo"), player_without_account("carmen")):
        sit(table=table, player=name, seat=None)
    table.seats.update(agreed=True)
    assert table.host is not None
    match = begin(table=table, player=table.host)
    for number in (1, 2):
        Deal.objects.create(
            match=match, number=number, dealer=0, seat_points=[], side_points=[0, 120],
            game_points=[0, 1], ended_by="tricks",
        )  # fmt: skip
    return client, table


def test_ones_own_match_is_told_from_ones_own_side(monkeypatch: pytest.MonkeyPatch) -> None:
    client, table = running_pairs()
    words = text(lobby(client))
    assert "With carmen against eva and leo · you lead 2 to 0, deal 3" in words
    assert "Your turn" not in words

    class Busy:
        def is_deserted(self, table: str, sat_at: float) -> bool:
            return False

        def watchers(self, tables: list[str]) -> dict[str, int]:
            return {}

        def in_lobby(self, users: set[int]) -> frozenset[int]:
            return frozenset()

        def turns(self, tables: list[str]) -> dict[str, Turn]:
            return {table.public_id: Turn(1, 42.2)}

    patch_gateway(monkeypatch, Busy)
    assert re.search(r"Your turn\s+· 0:42", text(lobby(client)))
    Busy.turns = lambda self, tables: {table.public_id: Turn(2, 42.2)}
    assert "Your turn" not in text(lobby(client))


def test_public_matches_of_people_are_offered_to_watch() -> None:
    _client, table = running_pairs()
    stranger = lobby(Client(headers={"accept-language": "en"}))
    assert "eva and carmen" not in stranger  # seats 0 and 2 are partners
    assert f'href="/t/{table.public_id}/"' in stranger
    assert "0 – 2 · deal 3" in text(stranger)
    Table.objects.update(watch=Table.Watch.NOBODY)
    assert table.public_id not in lobby(Client())
    Table.objects.update(watch=Table.Watch.ANYONE, visibility=Table.Visibility.LINK)
    assert table.public_id not in lobby(Client())


def test_a_match_is_not_offered_to_watch_to_who_plays_it_or_keeps_apart() -> None:
    client, _table = running_pairs()
    assert "Being played now" not in lobby(client)
    other, player = client_and_player("mar")
    assert "Being played now" in lobby(other)
    social.block(player=player, other=Player.objects.get(name="eva"))
    assert "Being played now" not in lobby(other)


def test_friends_come_with_where_they_are() -> None:
    client, player = client_and_player("ana")
    assert "Your friends will appear here." in text(lobby(client))
    _eva, eva = client_and_player("eva")
    client_and_player("leo")
    for name in ("eva", "leo"):
        client.post(f"/players/{name}/follow/")
    table = table_of(eva)
    words = text(lobby(client))
    assert "You follow eva" in words
    assert "eva Waiting at a table Join eva leo Not at a table" in words
    sit(table=table, player=player, seat=None)
    begin_all(table)
    assert "eva Playing with you" in text(lobby(client))


def test_friends_in_the_lobby_are_told_unless_there_is_a_block(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, player = client_and_player("ana")
    (_eva, eva), (_leo, leo) = client_and_player("eva"), client_and_player("leo")
    for other in (eva, leo):
        follow(player=player, other=other)
    there = frozenset({eva.user_id, leo.user_id})
    monkeypatch.setattr(LocalGateway, "in_lobby", lambda self, users: there & frozenset(users))
    assert text(lobby(client)).count("In the lobby") == 2
    leo.blocks.create(blocked=player)
    words = text(lobby(client))
    assert "eva In the lobby" in words
    assert "leo Not at a table" in words


def test_friends_who_follow_back_can_be_written_to() -> None:
    client, player = client_and_player("ana")
    (_eva, eva), (_leo, leo) = client_and_player("eva"), client_and_player("leo")
    for one, other in ((player, eva), (player, leo), (eva, player)):
        follow(player=one, other=other)
    main = lobby(client)
    assert 'href="/messages/eva/"' in main
    assert 'href="/messages/leo/"' not in main


def begin_all(table: Table) -> None:
    """Begin a table at which all seats are taken."""
    table.seats.update(agreed=True)
    assert table.host is not None
    begin(table=table, player=table.host)


def test_a_guest_is_offered_a_link_to_send() -> None:
    page = lobby(Client(headers={"accept-language": "en"}))
    assert "Play with a friend" in page
    assert 'href="/tables/new/?visibility=link"' in page


def test_ones_own_search_is_no_table_to_sit_down_at() -> None:
    client, player = client_and_player("ana")
    table = play_now(player=player, game=QuickGame())
    main = lobby(client).split("<main")[1].split("<script")[0]
    assert table.public_id not in main
    assert table.public_id in lobby(Client())
