"""The lobby with few people: the house's wall, the day's boxes, and when it becomes busy."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.common.house_bots import FIGUREHEADS, HOUSE_BOT_NAMES
from games.models import DailyDeal, DailyTry, Match, Player, Table
from games.pages.wording.house import part_of_day
from games.puzzles.services.making import load_set
from games.selectors.house_figures import HouseScore, house_scores
from games.selectors.lobby import playing_people
from games.services import social
from games.services.daily_deals import daily_of, day_of
from games.services.quick_play import QuickGame, play_bots_now
from games.services.tables import begin, sit
from games.site.lobby_crowd import BUSY_KEY, is_busy
from games.site.lobby_house import next_level
from games.site.lobby_tables import waiting_by_game
from tests.analysis.analysed import analysed, puzzled
from tests.pages.reading import words
from tests.puzzles.rules.support import right_of, stored_puzzles, wrong_of
from tests.services.people import levels, table_of
from tests.stats.support import stored
from tests.support.people import client_and_player, player_without_account

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def stranger(language: str = "en") -> Client:
    return Client(headers={"accept-language": language})


def lobby(client: Client) -> str:
    return client.get("/", headers=ENGLISH).content.decode()


def bot_match(player: Player, level: str, *, won: bool) -> None:
    """Let a player win or lose a match against a bot of a level."""
    table = play_bots_now(player=player, game=QuickGame(), level=level)
    assert table.match is not None
    now = timezone.now()
    for seat in table.match.seats.all():
        seat.won = (seat.player_id == player.pk) == won
        seat.finished_at = now
        seat.save()
    Match.objects.filter(pk=table.match.pk).update(
        status="finished", finished_at=now, score=[3, 1], winners=[0]
    )
    Table.objects.filter(pk=table.pk).update(status="finished")


# -- the wall --------------------------------------------------------------------------------------


def test_the_bot_whose_name_stands_for_a_level_sits_down_first() -> None:
    assert {level: names[0] for level, names in HOUSE_BOT_NAMES.items()} == FIGUREHEADS


@pytest.mark.parametrize("level", FIGUREHEADS)
def test_one_press_on_a_tree_starts_a_match_with_this_bot_without_an_account(level: str) -> None:
    page = lobby(client := stranger())
    button = re.search(rf'name="bot"\s+value="{level}"', page)
    assert button
    answer = client.post("/play/", {"game": "ludoteka.2", "level": "greedy", "bot": level})
    table = Table.objects.get(public_id=answer["Location"].split("/")[2])
    assert levels(table) == ["", level]
    assert table.seats.filter(player__name=FIGUREHEADS[level]).exists()


def test_the_weak_tree_is_lit_for_a_newcomer_whose_first_match_with_it_is_one_deal() -> None:
    client = stranger()
    assert re.search(r'class="house-bot lit"\s+name="bot"\s+value="greedy"', lobby(client))
    client.post("/play/", {"game": "ludoteka.2", "level": "greedy", "bot": "greedy"})
    assert Table.objects.get().ruleset.options["match.target"] == 1


def test_an_unknown_bot_is_refused() -> None:
    assert stranger().post("/play/", {"bot": "oracle"}).status_code == 400


@pytest.mark.parametrize(
    ("language", "title", "label"),
    [
        ("en", "Fancy a hand?", "Start here"),
        ("es", "¿Echamos una?", "Empieza aquí"),
        ("ca", "Fem una?", "Comença aquí"),
    ],
)
def test_the_wall_greets_a_stranger_in_their_language(language, title, label) -> None:
    page = words(stranger(language).get("/").content.decode())
    assert title in page
    assert label in page


def test_nothing_above_the_boxes_of_a_new_site_says_what_is_not_there() -> None:
    page = stranger("es").get("/").content.decode()
    wall = words(page[page.index("<main") : page.index("</section>")]).lower()
    for word in ("todavía", "nadie", "nada"):
        assert word not in wall


def test_a_player_sees_the_own_score_against_each_tree_and_the_next_one_lit() -> None:
    client, player = client_and_player("Ana")
    for level, won in (("greedy", True), ("greedy", True), ("rules", False), ("learned", False)):
        bot_match(player, level, won=won)
    page = lobby(client)
    assert "Again with Roble" in page
    text = words(page)
    assert "Against Roble you stand 0 to 1." in text
    for score in ("2 – 0", "0 – 1", "not played"):
        assert score in text
    assert re.search(r"Good (morning|afternoon|evening), Ana", text)


def test_a_score_counts_own_matches_of_two_and_is_read_once_a_minute(
    django_assert_num_queries,
) -> None:
    _client, player = client_and_player("Ana")
    bot_match(player, "rules", won=True)
    bot_match(player, "rules", won=False)
    stored(["Ana", "Berta"])
    cache.clear()
    with django_assert_num_queries(1):
        assert house_scores(player.pk) == {"rules": HouseScore(1, 1)}
        house_scores(player.pk)


@pytest.mark.parametrize(
    ("scores", "level"),
    [
        ({}, "greedy"),
        ({"random": HouseScore(3, 0)}, "greedy"),
        ({"greedy": HouseScore(1, 1)}, "greedy"),
        ({"greedy": HouseScore(2, 1)}, "rules"),
        ({"learned": HouseScore(2, 1)}, "expert"),
        ({"expert": HouseScore(9, 1)}, "expert"),
    ],
)
def test_the_tree_above_the_strongest_beaten_one_is_next(scores, level) -> None:
    assert next_level(scores) == level


def test_a_day_has_three_parts() -> None:
    assert [part_of_day(hour) for hour in (0, 6, 12, 13, 19, 20, 23)] == [
        *("evening", "morning", "morning", "afternoon", "afternoon", "evening", "evening"),
    ]


def test_a_result_has_the_same_letter_in_the_lobby_and_in_the_list_of_matches() -> None:
    client, player = client_and_player("Ana")
    bot_match(player, "rules", won=True)
    letter = re.compile(r'class="outcome won"><span aria-hidden="true">(\w)<')
    spanish = {"accept-language": "es"}
    letters = [
        letter.findall(client.get(path, headers=spanish).content.decode())
        for path in ("/", "/matches/")
    ]
    assert letters == [["G"], ["G"]]


# -- quiet and busy --------------------------------------------------------------------------------


def test_a_lobby_is_busy_from_six_people_until_there_are_too_few_for_ten_minutes() -> None:
    cache.delete(BUSY_KEY)
    assert [is_busy(people) for people in (5, 6, 5, 3, 2, 0)] == [False, *[True] * 5]
    cache.delete(BUSY_KEY)  # as it ends by itself
    assert [is_busy(people) for people in (5, 3, 0)] == [False] * 3


def test_people_at_public_tables_count_and_those_alone_with_bots_do_not() -> None:
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    play_bots_now(player=ana, game=QuickGame())
    assert playing_people(timezone.now()) == 0
    table = table_of(eva)
    sit(table=table, player=player_without_account("Leo"), seat=None)
    table.seats.update(agreed=True)
    begin(table=table, player=eva)
    assert playing_people(timezone.now()) == 2


def test_people_who_wait_are_counted_for_each_game_with_its_usual_rules() -> None:
    row = {"preset": "ludoteka", "players": 4, "teams": "pairs", "changes": 0, "seated": ["a", "b"]}
    rows = [row, {**row, "seated": ["c"]}, {**row, "changes": 1}]
    assert waiting_by_game(rows) == {"ludoteka.4": 3}


def test_a_busy_lobby_shows_games_before_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.site.lobby.is_busy", lambda _people: True)
    table_of(player_without_account("Eva"), 4, options={"teams": "pairs"})
    page = lobby(stranger())
    assert "1 waiting" in words(page)
    assert page.index("data-search") < page.index('id="tables"') < page.index("Against the house")
    assert page.count('name="bot"') == 3


@pytest.mark.parametrize("busy", [False, True])
def test_a_lobby_reads_nothing_for_the_layout_that_it_does_not_show(
    monkeypatch: pytest.MonkeyPatch, busy: bool
) -> None:
    monkeypatch.setattr("games.site.lobby.is_busy", lambda _people: busy)
    read = {*stranger().get("/").context.keys()}
    assert read & {"puzzle", "costly", "show", "quick_play"} == (
        {"quick_play"} if busy else {"puzzle", "costly", "show"}
    )


# -- the day's boxes -------------------------------------------------------------------------------


def test_the_deal_of_the_day_shows_its_turned_card_and_nothing_else_of_it() -> None:
    daily = daily_of(day=day_of(timezone.now()))
    box = lobby(stranger())
    box = box[box.index('aria-labelledby="h-daily"') : box.index('href="/daily/"')]
    assert len(set(re.findall(r"cards/classic/(\w+)\.", box)) - {"back"}) == 1
    assert daily.fairness["server_seed"] not in box


def past_deal(days: int, *, published: bool = True) -> DailyDeal:
    """Make the deals of today and of a past day, so many days ago; return the past one."""
    now = timezone.now()
    daily_of(day=day_of(now))
    past = daily_of(day=day_of(now) - timedelta(days=days))
    DailyDeal.objects.filter(pk=past.pk).update(revealed_at=now if published else None)
    return past


def tries_at(daily: DailyDeal, **points: int) -> None:
    """Store finished tries at a past deal: `points` by player."""
    now = timezone.now()
    for index, (name, made) in enumerate(points.items()):
        match = stored(["Ana", "Berta"], day=index, seed=f"{daily.day} {name}")
        DailyTry.objects.create(
            daily=daily, player=Player.objects.get(name=name), match=match, points=made,
            started_at=now, finished_at=now, tricks=9, ranked=True,
        )  # fmt: skip
    DailyDeal.objects.filter(pk=daily.pk).update(tried=len(points), ranked=len(points))


def test_the_box_of_the_deal_tells_how_yesterday_was_played() -> None:
    tries_at(past_deal(1), Ana=94, Berta=61)
    page = words(lobby(stranger()))
    assert "Yesterday 2 people played it. Ana won with 94 points." in page


def test_a_day_without_players_is_told_by_what_the_bot_made() -> None:
    past_deal(1)
    assert re.search(r"Yesterday \w+ made \d+ points of it\.", words(lobby(stranger())))


def test_until_yesterday_is_published_the_box_tells_of_the_day_before() -> None:
    tries_at(past_deal(2), Berta=61)
    tries_at(past_deal(1, published=False), Ana=94)
    page = words(lobby(stranger()))
    assert "The day before yesterday 1 person played it. Berta won with 61 points." in page
    assert "94" not in page


def test_until_yesterday_is_published_the_box_tells_what_the_bot_made_of_the_day_before() -> None:
    past_deal(2)
    past_deal(1, published=False)
    page = words(lobby(stranger()))
    assert re.search(r"The day before yesterday \w+ made \d+ points of it\.", page)


def test_without_a_published_day_the_box_has_no_figures() -> None:
    past_deal(1, published=False)
    assert "esterday" not in words(lobby(stranger()))


def test_a_player_sees_on_which_days_of_the_week_the_deal_was_played() -> None:
    client, player = client_and_player("Ana")
    today = daily_of(day=day_of(timezone.now()))
    assert 'class="week"' not in lobby(client)
    DailyTry.objects.create(
        daily=today, player=player, match=stored(["Ana", "Berta"]), started_at=timezone.now(),
        finished_at=timezone.now(), points=71, tricks=9, ranked=True,
    )  # fmt: skip
    page = lobby(client)
    assert page.count('<li class="played">') == 1
    assert "points, place 1 of" in words(page)
    catalan = client.get("/", headers={"accept-language": "ca"}).content.decode()
    days = re.findall(r"<abbr title=\"\w+\">(\w+)</abbr>", catalan)
    assert days == ["dl", "dt", "dc", "dj", "dv", "ds", "dg"]


def test_the_puzzle_is_answered_without_a_script_and_shows_values_and_a_reason() -> None:
    load_set()
    client = stranger()
    page = lobby(client)
    assert 'class="value num"' not in page
    cards = re.findall(r'name="card"\s+value="(\w+)"', page)
    assert cards
    answer = client.post("/play/puzzle/", {"card": cards[0]})
    assert answer["Location"] == "/#puzzle"
    page = lobby(client)
    assert page.count('class="value num"') == len(cards)
    assert 'name="card"' not in page
    assert client.post("/play/puzzle/", {"card": "x"})["Location"] == "/"


def test_a_script_receives_the_answered_puzzle_alone() -> None:
    load_set()
    client = stranger()
    card = re.search(r'name="card"\s+value="(\w+)"', lobby(client))
    assert card
    script = {"accept": "application/json"}
    html = client.post("/play/puzzle/", {"card": card[1]}, headers=script).json()["html"]
    assert "answer-card best" in html
    assert "<main" not in html


def test_a_player_who_answered_the_puzzle_elsewhere_finds_it_answered_in_the_lobby() -> None:
    (puzzle,) = stored_puzzles(1, "trumps")
    client, _player = client_and_player("Ana")
    client.post(f"/puzzles/{puzzle.public_id}/", {"card": wrong_of(puzzle)})
    page = lobby(client)
    assert "answer-card wrong" in page
    assert "answer-card best" in page
    client.post("/play/puzzle/", {"card": right_of(puzzle)})
    assert "answer-card wrong" in lobby(client)


def test_a_busy_lobby_leads_to_the_puzzle_that_a_quiet_one_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (puzzle,) = stored_puzzles(1, "trumps")
    analysed(stored(["Ana", "Berta", "Carles", "David"]))
    puzzled(day_of(timezone.now()))
    monkeypatch.setattr("games.site.lobby.is_busy", lambda _people: True)
    assert f'href="/puzzles/{puzzle.public_id}/"' in lobby(stranger())


def test_a_site_without_puzzles_has_no_puzzle_to_answer() -> None:
    assert stranger().post("/play/puzzle/", {"card": "O1"}).status_code == 404
    assert 'action="/play/puzzle/"' not in lobby(stranger())


def test_what_comes_always_has_the_next_deal_of_the_day() -> None:
    assert "tomorrow" in words(lobby(stranger()))


def test_a_friend_in_the_lobby_is_invited_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    client, player = client_and_player("Ana")
    _eva, eva = client_and_player("Eva")
    social.follow(player=player, other=eva)
    stored(["Ana", "Berta"])
    assert "Invite a friend" in lobby(client)
    there = frozenset({eva.user_id})
    monkeypatch.setattr("games.live.http.gateway.LocalGateway.in_lobby", lambda *_: there)
    page = lobby(client)
    assert "Invite Eva" in words(page)
    assert 'action="/players/Eva/invite/"' in page


def test_few_own_matches_are_filled_up_with_an_offer() -> None:
    client, player = client_and_player("Ana")
    bot_match(player, "greedy", won=False)
    assert "Again with Olivo" in words(lobby(client)).split("Your last matches")[1]
