"""What a table tells of a match that is over: how long, which ratings moved, how the series stands."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import timezone

from games.models import Follow, Match, Player, Rating, Table
from games.models.people import PlayerKind
from games.selectors.tables import table_json
from games.services import tables
from games.services.match_ends import abandon_match
from games.services.players import house_bot
from games.stats.ratings import CENTRE, deviation
from tests.services.test_matches import begun_by, finish, played
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def told(table: Table, viewer: Player | None = None) -> dict:
    """What the viewer is told of a table."""
    return table_json(table.public_id, viewer)


def ended(match: Match, viewer: Player | None = None) -> dict:
    """What the table of a match tells of its end."""
    return told(match.table, viewer)["ended"]


def again(match: Match, *people: Player, turn: bool = False) -> Match:
    """The match that follows at the same table once all of them ask for it."""
    for one in people:
        tables.request_rematch(table=match.table, player=one, turn=turn)
    return Table.objects.get(pk=match.table.pk).match


def test_nothing_is_told_before_the_match_is_over():
    match = begun_by(player_without_account("ana"), player_without_account("eva"))
    assert ended(match) is None
    assert told(match.table)["you"]["may_follow"] == []


def test_everybody_is_told_by_how_much_each_rating_moved():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    match = finish(first := begun_by(ana, eva), played(first))
    moved = ended(match)["ratings"]
    for seat, player in enumerate((ana, eva)):
        now = Rating.objects.get(player=player)
        assert moved[seat] == {
            "pool": "2", "before": CENTRE, "after": now.display, "deviation": deviation(now.sigma)
        }  # fmt: skip
    second = again(match, ana, eva)
    match = finish(second, played(second, seed="2"))
    assert [one["before"] for one in ended(match)["ratings"]] == [one["after"] for one in moved]


def test_a_match_that_is_not_rated_moves_none():
    match = begun_by(player_without_account("ana"), player_without_account("eva"))
    Match.objects.filter(pk=match.pk).update(rated=False, unrated_reason="with_bots")
    match = finish(Match.objects.get(pk=match.pk), played(match))
    assert ended(match)["ratings"] == [None, None]
    assert told(match.table)["unrated"] == "with_bots"


def test_a_series_counts_what_each_side_won_among_the_same_players():
    ana, eva = player_without_account("ana"), player_without_account("eva")
    match, won = begun_by(ana, eva), Counter()
    for seed in "12345":
        match = finish(match, played(match, seed))
        won.update(match.winners)
        assert ended(match)["series"] == [won[0], won[1]]
        match = again(match, ana, eva)
    assert ended(match) is None


def test_a_series_of_partners_goes_on_while_they_are_the_same_and_begins_anew_with_others():
    people = [player_without_account(name) for name in ("ana", "eva", "leo", "mar")]
    first = begun_by(*people, teams="pairs")
    match = finish(first, played(first))
    assert sum(ended(match)["series"]) == 1
    second = again(match, *people, turn=True)
    match = finish(second, played(second, seed="2"))
    assert sum(ended(match)["series"]) == 1, "their partners are others now"


def test_a_series_follows_the_players_to_other_seats():
    people = [player_without_account(name) for name in ("ana", "eva", "leo")]
    first = begun_by(*people)
    match = finish(first, played(first))
    (winner,) = match.winners
    champion = people[winner]
    second = again(match, *people, turn=True)
    match = finish(second, played(second, seed="2"))
    seat = match.seats.get(player=champion).seat
    expected = 1 + (match.winners == [seat])
    assert ended(match)["series"][seat] == expected
    assert sum(ended(match)["series"]) == 2


def test_a_match_that_was_abandoned_says_so_and_counts_for_nobody():
    match = begun_by(player_without_account("ana"), player_without_account("eva"))
    abandon_match(match_id=match.pk, now=timezone.now())
    end = ended(match)
    assert (end["ended_by"], end["series"], end["ratings"]) == ("abandoned", [0, 0], [None, None])


def test_people_with_accounts_may_follow_those_they_do_not_follow_yet():
    ana, eva, leo = (
        player_without_account("ana"),
        player_without_account("eva"),
        player_without_account("leo"),
    )
    Player.objects.filter(pk=leo.pk).update(kind=PlayerKind.GUEST)
    leo.refresh_from_db()
    match = begun_by(ana, eva, leo)
    match = finish(match, played(match))
    assert told(match.table, ana)["you"]["may_follow"] == [1]
    assert told(match.table, leo)["you"]["may_follow"] == []
    Follow.objects.create(follower=ana, followed=eva)
    assert told(match.table, ana)["you"]["may_follow"] == []
    assert told(match.table, eva)["you"]["may_follow"] == [0]
    assert told(match.table, house_bot("rules", 0))["you"]["may_follow"] == []
