"""The history: lists with filters, profiles with their figures, leaderboards, and nothing yet."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import Deal, Player, SeatAnalysis
from games.pages.charts.player_plots import card_words, points_bars
from games.pages.page_cache import CSRF_INPUT_PATTERN
from games.pages.wording.history import match_row, pool_title, signed
from games.selectors import ratings
from games.selectors.matches import match_detail
from games.selectors.memorable import memorable_matches
from tests.pages.reading import links, listed, main, page, words
from tests.stats.support import (
    FIRST_DAY,
    PEOPLE,
    drawn_log,
    resigned_log,
    running,
    settle_ratings,
    stored,
)
from tests.support.people import signed_in

pytestmark = pytest.mark.django_db
MATCHES = "/matches/"
BOARD = "/leaderboard/"


# -- the list -----------------------------------------------------------------------------------


def test_a_stranger_sees_everybodys_matches_the_newest_first():
    old, new = stored(day=0), stored(PEOPLE[2:4], day=1)
    html = page(MATCHES)
    assert listed(html) == [new.public_id, old.public_id]
    assert "Carles – David" in words(html)


def test_whoever_is_signed_in_sees_their_own_first():
    mine, other = stored(day=0), stored(PEOPLE[2:4], day=1)
    client = signed_in("Ana")
    html = page(MATCHES, client)
    assert "Your matches" in words(html)
    assert listed(html) == [mine.public_id]
    assert "?player=" in " ".join(links(html))
    everybody = page(MATCHES, client, player="")
    assert listed(everybody) == [other.public_id, mine.public_id]
    assert MATCHES in links(everybody)


def test_a_row_says_who_won_with_whom_and_how_it_stood():
    match = stored(PEOPLE[:4], options={"teams": "pairs", "match.target": 2})
    side = match.seats.get(player__name="Ana").side
    told = words(page(MATCHES, player="ana"))
    score = match.score or []
    assert f"{score[side]}–{score[1 - side]}" in told
    assert ("Won" if side in (match.winners or []) else "Lost") in told
    assert "with Carles" in told
    assert "against Berta, David" in told
    assert "Classic Brisca" in told


def test_matches_stand_under_the_day_on_which_they_ended():
    made = [stored(day=day, seed=str(at)) for at, day in enumerate((0, 1, 1))]
    html = page(MATCHES)
    days = re.findall(r'<h2 class="cap">\s*<time datetime="([^"]+)"', html)
    ended = [match.finished_at.date().isoformat() for match in made if match.finished_at]
    assert days == sorted(set(ended), reverse=True)
    latest = html.split('<h2 class="cap"')[1]
    assert {match.public_id for match in made[1:]} == set(re.findall(r"/matches/(\w+)/", latest))


def test_a_row_has_the_accuracy_of_the_player_where_the_match_was_analysed():
    match, other = stored(day=0), stored(day=1)
    seat = match.seats.get(player__name="Ana")
    for one, accuracy in ((seat, 93.6), (match.seats.exclude(pk=seat.pk).get(), 12.0)):
        SeatAnalysis.objects.create(
            match=match, seat=one.seat, player=one.player, finished_at=match.finished_at,
            decisions=10, best=9, loss=1.5, errors=0, accuracy=accuracy,
        )  # fmt: skip
    told = words(page(MATCHES, player="ana"))
    assert told.count("accuracy") == 1
    assert "accuracy 94 %" in told
    assert "accuracy" not in words(page(MATCHES))
    assert listed(page(MATCHES, player="ana")) == [other.public_id, match.public_id]


def test_the_filter_is_folded_and_says_how_many_of_its_fields_count():
    html = page(MATCHES, signed_in("Ana"), preset="catalan", result="won")
    assert re.search(r'<details class="panel filters"\s+id="filters"\s*>', html)
    assert "2 active" in words(html)
    assert "(optional)" not in html
    assert "active" not in words(page(MATCHES))


def test_given_up_and_drawn_matches_say_so():
    stored(log=resigned_log(5), day=0)
    assert "resigned" in words(page(MATCHES))
    stored(log=drawn_log(), day=1)
    assert "Drawn" in words(page(MATCHES, player="Ana", result="drawn"))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"player": "ana"}, {"two", "four", "last"}),
        ({"player": "Elena"}, {"last"}),
        ({"preset": "catalan"}, {"last"}),
        ({"players": "4"}, {"four"}),
        ({"player": "Ana", "partner": "Carles"}, {"four"}),
        ({"player": "Ana", "rival": "Elena"}, {"last"}),
        ({"since": "2026-03-02"}, {"four", "last"}),
        ({"until": "2026-03-01"}, {"two"}),
        ({"since": "2026-03-02", "until": "2026-03-02"}, {"four"}),
        ({"player": "Ana", "since": "2026-03-03", "preset": "catalan"}, {"last"}),
        ({"players": "6"}, set()),
    ],
)
def test_filters_pick_what_they_say(query, expected):
    made = {
        "two": stored(PEOPLE[:2], day=0),
        "four": stored(PEOPLE[:4], day=1, options={"teams": "pairs"}),
        "last": stored(("Ana", "Elena"), day=2, preset="catalan"),
    }
    assert set(listed(page(MATCHES, **query))) == {made[name].public_id for name in expected}


def test_results_are_those_of_the_player():
    match = stored()
    winner = match.seats.get(won=True).player.name
    assert listed(page(MATCHES, player=winner, result="won")) == [match.public_id]
    assert listed(page(MATCHES, player=winner, result="lost")) == []


def test_filters_stand_in_the_form_as_they_were_given():
    html = page(MATCHES, player="Ana", preset="catalan", since="2026-03-02", result="won")
    assert re.search(r'name="player"[^>]*value="Ana"|value="Ana"[^>]*name="player"', html)
    assert re.search(r'<option value="catalan" selected', html)
    assert re.search(r'<option value="won" selected', html)
    assert 'value="2026-03-02"' in html


@pytest.mark.parametrize(
    "query",
    [
        {"result": "won"},
        {"partner": "Berta"},
        {"preset": "chess"},
        {"players": "7"},
        {"since": "yesterday"},
        {"until": "9999-12-31"},
        {"team": "0"},
    ],
)
def test_a_wrong_filter_is_said_and_nothing_is_looked_for(query):
    stored()
    html = page(MATCHES, **query)
    assert listed(html) == []
    assert "Nothing was looked for" in words(html)


def test_more_matches_are_a_link_that_keeps_the_filters():
    made = [stored(day=day, seed=str(day)).public_id for day in range(32)][::-1]
    html = page(MATCHES, player="Ana")
    assert listed(html) == made[:30]
    (following,) = [link for link in links(html) if "cursor=" in link]
    assert "player=Ana" in following
    rest = page(following)
    assert listed(rest) == made[30:]
    assert "cursor=" not in " ".join(links(rest))


@pytest.mark.parametrize("path", [MATCHES, BOARD])
def test_a_cursor_that_no_list_has_given_is_a_bad_request(path):
    for cursor in ("x", "W10", "a\0"):
        page(path, status=400, cursor=cursor)


def test_where_nothing_has_ended_there_is_a_way_to_play():
    for html in (page(MATCHES), page(MATCHES, signed_in("Nova"))):
        assert "They are written down here by themselves" in words(html)
        assert main(html).count("<form") == 1
        assert f'action="{reverse("play_now")}"' in main(html)
        assert "worth seeing" not in words(html)


def days_from_first(before: timedelta) -> float:
    """The days from the first match of these tests to a time before now."""
    return (timezone.now() - before - FIRST_DAY) / timedelta(days=1)


def test_whoever_has_no_match_yet_sees_some_that_are_worth_it():
    old = stored(day=days_from_first(timedelta(days=40)))
    recent = stored(day=days_from_first(timedelta(days=2)))
    html = page(MATCHES, signed_in("Nova"))
    assert "Meanwhile, some worth seeing" in words(html)
    assert listed(html) == [recent.public_id]
    assert old.public_id not in html


def test_the_closest_the_highest_and_the_longest_match_are_worth_seeing():
    for number in range(12):
        before = timedelta(days=1, hours=number)
        stored(day=days_from_first(before), seed=str(number), options={"match.target": 2})
    chosen = memorable_matches(timezone.now())
    assert len({memorable.match for memorable in chosen}) == len(chosen) <= 3
    by_kind = {memorable.kind: memorable for memorable in chosen}
    if "close" in by_kind:
        last = Deal.objects.filter(match__margin=1, number=F("match__deal_count"))
        margins = {deal.match_id: abs(deal.side_points[0] - deal.side_points[1]) for deal in last}
        assert by_kind["close"].figure == min(filter(None, margins.values()))
    if "high" in by_kind:
        assert by_kind["high"].figure == max(
            max(deal.side_points) for deal in Deal.objects.filter(match__has_hundred=True)
        )
    assert memorable_matches(timezone.now() + timedelta(days=60)) == []


def test_a_match_decided_by_two_points_in_its_last_deal_is_the_closest():
    match = stored(day=days_from_first(timedelta(days=1)), options={"match.target": 2})
    type(match).objects.filter(pk=match.pk).update(margin=1, has_hundred=False)
    match.deals.filter(number=match.deal_count).update(side_points=[61, 59], contract=None)
    assert (match.pk, "close", 2) in memorable_matches(timezone.now())


def test_a_line_shows_the_deciding_trick_and_a_bar_for_each_deal():
    match = stored(options={"match.target": 2})
    html = page(MATCHES, player="Ana")
    deals = list(match.deals.order_by("number"))
    bars = html.split('class="deal-bars"')[1].split("</svg>")[0]
    assert bars.count("<rect") == len(deals)
    side = match.seats.get(player__name="Ana").side
    first = deals[0].side_points[side] - deals[0].side_points[1 - side]
    word = "won" if first > 0 else "lost"
    assert f'aria-label="Deals: {word} by {abs(first)}' in bars
    dearest = max(deals[-1].tricks.all(), key=lambda trick: (trick.points, trick.number))
    shown = re.findall(r"#small-(\w+)", html.split('class="felt trick"')[1].split("</li>")[0])
    assert shown == [card for _seat, card in dearest.plays]


def test_a_match_given_up_at_once_has_a_line_without_cards():
    match = stored(log=resigned_log(0))
    html = page(MATCHES, player="Ana")
    assert listed(html) == [match.public_id]
    assert "#small-" not in html.split('class="felt trick"')[1].split("</li>")[0]


def test_a_result_has_its_letter_from_a_players_view_alone():
    match = stored()
    winner = match.seats.get(won=True).player.name
    assert re.search(
        r'class="outcome won">\s*<span aria-hidden="true">W<', page(MATCHES, player=winner)
    )
    assert 'class="outcome' not in page(MATCHES)


def test_filters_that_many_use_are_links_and_say_which_is_on():
    stored()
    client = signed_in("Ana")
    html = page(MATCHES, client)
    assert {"?result=won", "?result=lost", "?players=2"} <= {
        link.removeprefix(MATCHES) for link in links(html)
    }
    won = page(MATCHES, client, result="won")
    assert re.search(r'href="/matches/\?result=won"\s+aria-current="true"', won)
    everybody = page(MATCHES, client, player="")
    assert not any("result=" in link for link in links(everybody))
    assert "/matches/?player=&players=2" in links(everybody)


def test_where_nothing_is_like_that_there_is_a_way_back():
    stored()
    for query in ({"preset": "catalan"}, {"player": "nobody"}):
        html = page(MATCHES, **query)
        assert "No match fits these filters." in words(html)
        assert MATCHES in links(html)


# -- all of them --------------------------------------------------------------------------------


def every_page() -> list[str]:
    return [MATCHES, f"{MATCHES}?player=Ana", "/players/Ana/", BOARD]


@pytest.mark.parametrize("language", ["en", "es", "ca"])
def test_pages_are_there_in_every_language(language):
    stored(PEOPLE[:4], options={"teams": "pairs"})
    for path in every_page():
        answer = Client().get(path, headers={"accept-language": language})
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.content.decode()


def test_every_link_of_the_pages_leads_somewhere():
    for day in range(5):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=str(day))
    settle_ratings()
    for path in every_page():
        html = page(path)
        here = path.split("?")[0]
        for link in set(links(html)):
            target = here + link if link.startswith("?") else link
            if target.startswith("#"):
                assert f'id="{target[1:]}"' in html
            else:
                assert Client().get(target).status_code == 200, (path, link)


@pytest.mark.parametrize(
    ("path", "most"),
    [(MATCHES, 6), (f"{MATCHES}?player=Ana", 7), ("/players/Ana/", 25), (BOARD, 2)],
)
def test_queries_do_not_grow_with_what_is_shown(path, most, django_assert_max_num_queries):
    for day in range(9):
        stored(PEOPLE[:4], day=day, options={"teams": "pairs"}, seed=f"cost {day}")
    settle_ratings()
    with django_assert_max_num_queries(most):
        assert Client().get(path).status_code == 200


def test_pages_only_read():
    for path in every_page():
        assert Client().post(path).status_code == 405
        assert Client().head(path).status_code in (200, 404)


def test_a_running_match_is_on_no_page_of_the_history():
    stored(("Gala", "Hugo"))
    paths = (MATCHES, "/players/Gala/", BOARD)
    before = [CSRF_INPUT_PATTERN.sub("", main(page(path))) for path in paths]
    match = running()
    after = [CSRF_INPUT_PATTERN.sub("", main(page(path))) for path in paths]
    assert after == before
    assert match.public_id not in "".join(after)


@settings(max_examples=100)
@given(
    path=st.sampled_from([MATCHES, BOARD, "/players/Ana/"]),
    query=st.dictionaries(
        st.sampled_from(
            [
                "player",
                "partner",
                "rival",
                "result",
                "preset",
                "players",
                "since",
                "until",
                "team",
                "cursor",
                "pool",
                "other",
            ]
        ),
        st.one_of(
            st.text(max_size=35),
            st.integers().map(str),
            st.sampled_from(["Ana", "won", "2", "ludoteka", "all", "2026-03-01", "WzEsMSwxXQ"]),
        ),
        max_size=4,
    ),
)
def test_no_query_is_a_fault(path, query):
    Player.objects.get_or_create(name="Ana")
    assert Client().get(path, query).status_code in (200, 400, 404)


# -- words --------------------------------------------------------------------------------------


def test_pools_have_names():
    titles = {pool_title(pool) for pool in ratings.pools()}
    assert len(titles) == len(ratings.pools())
    with override("en"):
        assert pool_title("5-gingo") == "Gingo"
        assert pool_title("bots-3-rematada") == "Bots: Brisca Rematada"


@pytest.mark.parametrize(
    ("points", "said"),
    [(2, "+2"), (-1, "\N{MINUS SIGN}1"), (0, "0"), (-0.256, "\N{MINUS SIGN}0.26")],
)
def test_what_is_won_or_lost_has_its_sign(points, said):
    with override("en"):
        assert signed(points, 0 if isinstance(points, int) else 2) == said


def test_bars_stand_on_the_base_and_the_highest_fills_the_plot():
    drawn = points_bars([0, 1, 2, 0, 0, 0, 4, 0, 0, 0, 0, 1])
    assert {bar["y"] + bar["height"] for bar in drawn} == {140}
    assert max(bar["height"] for bar in drawn) == 140
    edges = [(float(bar["x"]), float(bar["x"]) + float(bar["width"])) for bar in drawn]
    assert edges[0][0] > 0
    assert edges[-1][1] < 100
    assert all(end < begin for (_, end), (begin, _) in pairwise(edges))
    assert [bar["wins"] for bar in drawn] == [False] * 6 + [True] * 6
    assert points_bars([0] * 12) == []
    assert points_bars([]) == []


def test_a_row_seen_by_somebody_who_did_not_play_takes_no_side():
    match = match_detail(stored().public_id)
    assert match is not None
    row = match_row(match, "Elena")
    assert (row["result"], row["partners"], row["rivals"]) == ("", [], [])
    assert row["sides"] == [["Ana"], ["Berta"]]


@pytest.mark.parametrize("number", range(1, 14))
def test_every_card_that_can_be_led_first_has_a_name_on_the_page_of_its_player(number):
    assert card_words(f"{number}t").startswith(card_words(str(number)))
