"""Leaderboards: who is where, on every page of every kind of match."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Player, PlayerFigures, Rating
from games.models.people import PlayerKind
from games.selectors import ratings
from games.services.players import house_bot
from games.stats.ratings import PROVISIONAL_SIGMA
from tests.guidance.builders import against_bot
from tests.pages.reading import board_of, links, main, page, words
from tests.stats.support import stored
from tests.support.people import player_with_account, signed_in

pytestmark = pytest.mark.django_db
BOARD = "/leaderboard/"


def test_a_leaderboard_ranks_and_links_its_players():
    board_of(3)
    html = page(BOARD)
    rows = re.findall(r"<tr.*?</tr>", main(html), re.S)[1:4]
    told = [words(f"<main>{row}</main>").split() for row in rows]
    assert [row[:3] for row in told] == [
        ["1", "p02", "1502"],
        ["2", "p01", "1501"],
        ["3", "p00", "1500"],
    ]
    assert "/players/p02/" in links(html)


def test_the_reader_stands_out():
    board_of(2)
    html = page(BOARD, signed_in("p01"))
    assert main(html).count('aria-current="true"') == 1
    assert "you" in words(html)


def test_whoever_is_signed_in_reads_their_place_wherever_they_are_on_the_board():
    board_of(35)
    text = words(page(BOARD, signed_in("p00")))
    assert "You are number 35 of 35, with 1500 ± 120. p01 is one point ahead of you." in text
    assert "You are first of 35" in words(page(BOARD, signed_in("p34")))
    assert "You are" not in words(page(BOARD))
    assert "You are" not in words(page(BOARD, signed_in("p01"), pool="3"))


def test_ones_own_row_stands_on_every_page_of_the_board_once():
    board_of(65)
    for name, place in (("p00", 65), ("p64", 1), ("p30", 35)):
        reader = signed_in(name)
        first = page(BOARD, reader)
        (following,) = [link for link in links(first) if "cursor=" in link]
        for html in (first, page(BOARD + following.removeprefix(BOARD), reader)):
            assert main(html).count('class="own"') == 1
            own = html.split('class="own"')[1].split("</tr>")[0]
            assert f'<td class="num place">{place}</td>' in own
    assert 'class="own"' not in page(BOARD)


def test_who_is_level_with_the_one_above_reads_so():
    board_of(5)
    Rating.objects.filter(player__name__in=["p01", "p03"]).update(display=1502)
    assert "p01, before you, has as many points." in words(page(BOARD, signed_in("p02")))


def test_a_place_is_counted_in_an_index_without_reading_every_rating():
    board_of(3)
    player = Player.objects.get(name="p01").pk
    with CaptureQueriesContext(connection) as asked:
        own = ratings.places_of(player, ["2"])["2"]
    assert (own["place"], own["of"]) == (2, 3)
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + asked[0]["sql"])
        plan = [row[3] for row in cursor.fetchall()]
    counted = [line for line in plan if line.startswith("SEARCH U0 ")]
    assert counted
    assert all("USING COVERING INDEX" in line for line in counted), plan


def test_who_is_not_ranked_yet_reads_from_which_margin_on_they_are():
    board_of(2)
    Rating.objects.filter(player__name="p00").update(sigma=3.25)
    text = words(page(BOARD, signed_in("p00")))
    assert "You: 1500 ± 130 so far. You are ranked from ± 120 on" in text


def test_places_go_on_over_the_pages():
    board_of(32)
    html = page(BOARD)
    (following,) = [link for link in links(html) if "cursor=" in link]
    rest = page(following)
    assert '<td class="num place">31</td>' in rest
    assert len([link for link in links(rest) if link.startswith("/players/")]) == 2
    assert words(rest).index("p31") < words(rest).index("p01")


def test_every_kind_of_match_has_its_board_and_bots_have_theirs():
    board_of(2, "bots-4-pairs")
    html = page(BOARD)
    pools = [link for link in links(html) if link.startswith("?pool=")]
    kinds = {"2", "3", "4-pairs", "4-individual", "6-threes", "6-pairs"}
    kinds |= {"3-rematada", "5-chiamata", "5-gingo"}
    kinds |= {"4-pairs-signs", "6-threes-signs", "6-pairs-signs"}
    people = {f"?pool={kind}" for kind in kinds}
    assert people == {link for link in pools if not link.startswith("?pool=bots-")}
    for pool in pools:
        page(BOARD + pool)
    assert "p01" in words(page(BOARD, pool="bots-4-pairs"))
    assert "p01" not in words(page(BOARD, pool="4-pairs"))


def test_a_board_of_fewer_than_three_says_what_opens_it_and_is_the_ladder_of_the_house():
    told = words(page(BOARD))
    assert "It opens with three whose margin is ± 120 or less: about 20 rated matches." in told
    assert "There is" not in told
    assert "The ladder of the house" in told
    assert told.index("Drago") < told.index("Cedro") < told.index("Tomillo")
    assert reverse("lobby") in links(page(BOARD))
    board_of(2)
    assert "There are 2." in words(page(BOARD))
    Player.objects.all().delete()
    board_of(3)
    assert "The ladder of the house" not in words(page(BOARD))


def test_the_ladder_has_measured_ratings_and_the_readers_own_score():
    bot = house_bot("rules", 0)
    player_with_account("ana")
    rating = Rating.objects.create(
        player=bot, pool="bots-2", mu=25, sigma=1, display=1640, matches=99
    )
    for day, won in enumerate([True, False, False]):
        against_bot("ana", "rules", won=won, day=day)
    stored(["ana", "Berta", bot.name, "Clara"], kinds={bot.name: PlayerKind.BOT})
    row = words(page(BOARD, signed_in("ana"))).split("Roble")[1].split("Olivo")[0]
    assert "1640" in row
    assert "1 – 2" in row
    Rating.objects.filter(pk=rating.pk).update(sigma=PROVISIONAL_SIGMA + 0.1)
    assert "1640" not in words(page(BOARD, signed_in("ana")))


@pytest.mark.parametrize("pool", ["chess", "bots-", "all", "bots-bots-2"])
def test_a_board_of_no_kind_of_match_is_not_found(pool):
    page(BOARD, status=404, pool=pool)


def test_a_place_is_that_of_the_row_on_the_board_whatever_is_tied():
    board_of(5)
    Rating.objects.filter(player__name__in=["p01", "p03"]).update(display=1502)
    rows = ratings.leaderboard("2").rows
    for row in rows:
        player = Player.objects.get(name=row["player"])
        assert ratings.places_of(player.pk, ["2", "3"]) == {
            "2": {
                "place": row["rank"],
                "of": len(rows),
                **{name: row[name] for name in ("rating", "deviation", "best", "matches")},
            }
        }


def test_whose_rating_is_provisional_has_no_place():
    board_of(2)
    Rating.objects.filter(player__name="p01").update(sigma=PROVISIONAL_SIGMA + 0.1)
    assert ratings.places_of(Player.objects.get(name="p01").pk, ["2"]) == {}
    assert ratings.places_of(Player.objects.get(name="p00").pk, ["2"])["2"]["of"] == 1


def test_a_row_shows_how_the_rating_moved_and_the_share_of_wins():
    for day in range(3):
        stored(["Ana", "Berta"], day=day)
    Rating.objects.update(sigma=PROVISIONAL_SIGMA)
    html = main(page(BOARD))
    row = html.split('href="/players/Ana/"', 1)[1].split("</tr>")[0]
    points = re.search(r'<polyline points="([^"]+)"', row)
    assert points is not None
    assert len(points[1].split()) == 3
    figures = PlayerFigures.objects.get(player__name="Ana", pool="2", month=0)
    assert f"{round(100 * figures.matches_won / 3)} %" in row


def test_a_row_without_matches_of_its_own_has_no_line():
    board_of(3)
    html = main(page(BOARD))
    assert "<polyline" not in html


def test_the_bots_stand_among_the_kinds_of_match():
    board_of(3)
    pools = main(page(BOARD)).split('class="choices"')[1].split("</nav>")[0]
    assert "Bots" in pools
