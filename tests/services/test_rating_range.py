"""Tables for people of certain ratings: who may sit down, and where such a table can be."""

from __future__ import annotations

import pytest

from games.common.errors import TableError
from games.models import Player, Rating, Table
from games.models.people import PlayerKind
from games.selectors.hosting import range_json
from games.selectors.tables import lobby_tables, table_json
from games.services import hosting, tables
from games.services.players import house_bot
from games.services.quick_play import QuickGame, play_now
from games.services.rating_range import RatingRange
from tests.services.people import names, table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def rated(name: str, display: int | None, pool: str = "2") -> Player:
    """A person with a rating; without one for None."""
    player = player_without_account(name)
    if display is not None:
        Rating.objects.create(player=player, pool=pool, mu=25, sigma=3, display=display, matches=3)
    return player


def may_sit(table: Table, player: Player) -> bool:
    """Whether the player is seated, by the service that seats people."""
    try:
        tables.sit(table=table, player=player, seat=None)
    except TableError as error:
        assert error.code == "rating_range"
        return False
    tables.stand(table=table, player=player)
    return True


@pytest.mark.parametrize("within", [100, 200, 300, 400])
def test_ratings_may_differ_so_much_from_the_hosts(within):
    host = rated("ana", 1600)
    table = table_of(host, rating=RatingRange(within=within))
    at = {
        shown: may_sit(table, rated(f"p{shown}", shown))
        for shown in (1600 - within - 1, 1600 - within, 1600, 1600 + within, 1600 + within + 1)
    }
    assert list(at.values()) == [False, True, True, True, False]


def test_a_host_without_a_rating_counts_as_one_who_begins():
    table = table_of(player_without_account("ana"), rating=RatingRange(within=100))
    assert may_sit(table, rated("eva", 1590))
    assert not may_sit(table, rated("leo", 1601))


@pytest.mark.parametrize(
    ("low", "high", "seated"),
    [
        (1400, 1600, [1400, 1600]),
        (1500, None, [1600, 1601]),
        (None, 1399, [1399]),
    ],
)
def test_ratings_lie_between_two_figures_or_beyond_one(low, high, seated):
    table = table_of(rated("ana", 2000), rating=RatingRange(low=low, high=high))
    shown = [1399, 1400, 1600, 1601]
    assert [player for player in shown if may_sit(table, rated(f"p{player}", player))] == seated


@pytest.mark.parametrize("newcomers", [True, False])
def test_people_without_a_rating_sit_down_or_not_as_the_host_chose(newcomers):
    for wanted in (RatingRange(newcomers=newcomers), RatingRange(low=1700, newcomers=newcomers)):
        table = table_of(
            Player.objects.filter(name="ana").first() or rated("ana", 1800), rating=wanted
        )
        eva = Player.objects.filter(name="eva").first() or rated("eva", 1900, pool="3")
        assert may_sit(table, eva) == newcomers, "a rating of another kind of match is none"


def test_bots_and_programs_sit_down_whatever_the_range():
    ana = rated("ana", 1600)
    table = table_of(ana, 4, rating=RatingRange(within=100, newcomers=False), programs="rated")
    tables.add_bot(table=table, player=ana, seat=1, level="rules")
    program = Player.objects.create(name="robot", kind=PlayerKind.BOT)
    tables.sit(table=table, player=program, seat=2, agreed=True)
    tables.begin(table=table, player=ana)
    assert names(table)[0] == "ana"
    assert house_bot("rules", 0).name in names(table)


def test_the_range_goes_by_whoever_is_host_now_and_who_sits_stays():
    ana, eva, leo = rated("ana", 1600, "4-pairs"), rated("eva", 1700, "4-pairs"), None
    table = table_of(ana, 4, options={"teams": "pairs"}, rating=RatingRange(within=100))
    tables.sit(table=table, player=eva, seat=1)
    leo = rated("leo", 1790, "4-pairs")
    assert not may_sit(table, leo)
    hosting.hand_over(table=table, player=ana, seat=1)
    assert may_sit(table, leo)
    Rating.objects.filter(player=ana).update(display=1200)
    tables.sit(table=table, player=ana, seat=3)
    assert names(table) == [None, "eva", None, "ana"]


def test_quick_play_passes_over_a_table_of_another_range():
    ana, eva = rated("ana", 1900), rated("eva", 1500)
    waiting = play_now(player=ana, game=QuickGame())
    Table.objects.filter(pk=waiting.pk).update(rating_within=200)
    assert play_now(player=eva, game=QuickGame()) != waiting
    near = rated("near", 1800)
    assert play_now(player=near, game=QuickGame()) == waiting


@pytest.mark.parametrize(
    "wanted",
    [
        {"within": 150},
        {"within": 100, "low": 1200},
        {"low": 1600, "high": 1500},
        {"low": -1},
        {"high": 4001},
    ],
)
def test_a_range_that_cannot_be_is_refused(wanted):
    with pytest.raises(TableError, match="bad_range"):
        table_of(player_without_account("ana"), rating=RatingRange(**wanted))
    assert not Table.objects.exists()


@pytest.mark.parametrize("wanted", [{"within": 100}, {"low": 1}, {"newcomers": False}])
def test_a_table_behind_a_link_has_no_range(wanted):
    with pytest.raises(TableError, match="bad_range"):
        table_of(
            player_without_account("ana"),
            visibility=Table.Visibility.LINK,
            rating=RatingRange(**wanted),
        )


def test_the_range_is_told_at_the_table_and_in_the_lobby_and_never_the_hosts_rating():
    table = table_of(rated("ana", 1613), rating=RatingRange(within=200, newcomers=False))
    told = {"within": 200, "low": None, "high": None, "newcomers": False}
    assert range_json(table) == told
    assert table_json(table.public_id, None)["range"] == told
    ((row, _people),) = lobby_tables()
    assert row["range"] == told
    assert "1613" not in str(row)
    plain = table_of(player_without_account("eva"))
    assert table_json(plain.public_id, None)["range"] is None
