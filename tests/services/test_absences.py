"""The vote of those who remain on the seat of a player who is gone."""

from __future__ import annotations

import pytest

from games.models import Departure, Match, MatchOutcome, Player
from games.selectors.absences import voters_of
from games.selectors.tables import table_json
from games.services import absences, leaving
from games.stats.rebuild import rebuild
from tests.services.test_leaving import by_hand, kinds, left, people, refused
from tests.services.test_matches import finish
from tests.services.test_rating_checks import begun, rating, resigned, told

pytestmark = pytest.mark.django_db


def voted(
    match: Match, choices: dict[int, str], *, gone: int = 1, played: bool = True, **absence: bool
) -> str:
    """Hold a vote on a seat; return its result a minute later, or "" if the match is over."""
    settled = absences.settle_absence(
        table_id=match.table.public_id,
        seat=gone,
        reason="disconnected",
        seq=7,
        played=played,
        **absence,
    )
    assert settled.kind == "kept"
    ballot = {"table": match.table, "seat": gone, "seq": 7, "played": played}
    ballot |= {"has_come": absence.get("has_come", True)}
    for seat, choice in choices.items():
        player = match.seats.get(seat=seat).player
        absences.cast_vote(player=player, choice=choice, **ballot)
    vote = match.absence_votes.filter(seat=gone).first()
    return "" if vote is None else vote.result


def leaving_cost(match: Match, player: Player) -> str | None:
    """Return the cost of leaving the match that the table shows a player."""
    return table_json(match.table.public_id, player)["you"]["leaving"]


@pytest.mark.parametrize(
    ("count", "choices", "result"),
    [
        (2, {0: "wait"}, "wait"),
        (3, {0: "bot"}, "open"),
        (3, {0: "bot", 2: "bot"}, "bot"),
        (3, {0: "bot", 2: "end"}, "open"),
        (4, {0: "end", 2: "bot", 3: "end"}, "end"),
        (6, {0: "wait", 2: "wait", 3: "bot"}, "open"),
        (6, {0: "wait", 2: "wait", 3: "wait"}, "wait"),
    ],
)
def test_more_than_half_of_those_who_remain_decide(count, choices, result):
    assert voted(begun(*people(count)), choices) == result


def test_the_latest_choice_of_a_seat_counts_and_only_before_it_is_decided():
    match = begun(*people(3))
    assert voted(match, {0: "end"}) == "open"
    eva = match.seats.get(seat=2).player
    ana = match.seats.get(seat=0).player
    for player in (ana, eva):
        absences.cast_vote(table=match.table, player=player, seat=1, choice="wait", seq=7)
    assert match.absence_votes.get().result == "wait"
    given = {"table": match.table, "player": ana, "seat": 1, "choice": "bot", "seq": 7}
    refused("no_vote", absences.cast_vote, **given)


def test_a_seat_that_bots_play_for_and_one_that_is_gone_too_have_no_vote():
    match = begun(*people(4))
    left(match, 2, seq=7)
    assert voted(match, {0: "bot"}) == "open"
    absences.settle_absence(
        table_id=match.table.public_id, seat=3, reason="disconnected", seq=7, played=True
    )
    assert voters_of(match.table, 1) == [0]


def test_a_claimed_match_is_lost_by_the_player_who_was_gone_however_early():
    match = begun(*people(2))
    voted(match, {0: "end"})
    resigned(match, tricks=2, by_hand=True)
    assert told(match) == (True, None)
    assert kinds(match) == ["finished", "left"]
    assert not match.absence_votes.exists()


def test_a_called_off_match_counts_for_nobody_but_who_was_gone():
    match = begun(*people(3))
    done = absences.settle_absence(
        table_id=match.table.public_id, seat=1, reason="timed_out", seq=3, played=False
    )
    match.refresh_from_db()
    assert (done.kind, match.status, match.winners) == ("called_off", "abandoned", None)
    assert [(one.player.name, one.kind) for one in MatchOutcome.objects.all()] == [
        ("eva", "no_first_card")
    ]


def test_who_comes_back_after_the_others_have_chosen_the_end_comes_too_late():
    match = begun(*people(2))
    voted(match, {0: "end"})
    assert not absences.note_return(table_id=match.table.public_id, seat=1)
    eva = match.seats.get(seat=1).player
    refused("match_over", leaving.take_back, table=match.table, player=eva)
    assert Departure.objects.get().returned_at is None


def test_before_the_turn_of_the_absent_nobody_ends_the_match():
    match = begun(*people(3))
    ana = match.seats.get(seat=0).player
    assert voted(match, {}, on_turn=False) == "open"
    ballot = {"table": match.table, "player": ana, "seat": 1, "choice": "end", "seq": 7}
    refused("bad_choice", absences.cast_vote, **ballot)


def test_what_was_chosen_before_the_turn_of_the_absent_is_asked_again_in_it():
    match = begun(*people(2))
    assert voted(match, {0: "wait"}, on_turn=False) == "wait"
    assert voted(match, {}) == "open"
    assert match.absence_votes.get().kind == "turn"


@pytest.mark.parametrize("count", [2, 3])
def test_a_bot_chosen_before_the_turn_of_the_absent_costs_nobody_anything(count):
    match = begun(*people(count))
    assert voted(match, dict.fromkeys([0, 2][: count - 1], "bot"), on_turn=False) == "bot"
    finish(match, by_hand(match))
    assert told(match) == (False, "player_gone")
    assert kinds(match) == ["finished", "excused", *["finished"] * (count - 2)]
    assert [rating(seat.player) for seat in match.seats.all()] == [None] * count
    assert rebuild(check=True)[1] == {}


def test_a_bot_chosen_in_the_turn_of_the_absent_costs_them_the_match():
    match = begun(*people(2))
    assert voted(match, {0: "bot"}) == "bot"
    finish(match, by_hand(match))
    assert told(match) == (True, None)
    assert kinds(match) == ["finished", "left"]
    assert [rating(seat.player) for seat in match.seats.all()] == [1532, 1468]


@pytest.mark.parametrize(("choices", "result"), [({0: "end"}, ""), ({0: "bot"}, "bot")])
def test_whoever_never_came_to_a_match_is_not_blamed_whatever_the_others_choose(choices, result):
    match = begun(*people(2))
    assert voted(match, choices, played=False, has_come=False) == result
    if result:
        finish(match, by_hand(match, never=1))
        assert told(match)[0] is False
        assert kinds(match) == ["finished", "excused"]
    else:
        match.refresh_from_db()
        assert (match.status, match.winners) == ("abandoned", None)
        assert kinds(match) == ["excused"]


def test_a_match_without_a_card_of_the_absent_is_called_off_and_not_won():
    match = begun(*people(2))
    assert voted(match, {0: "end"}, played=False) == ""
    match.refresh_from_db()
    assert (match.status, match.winners) == ("abandoned", None)
    assert kinds(match) == ["no_first_card"]


def test_in_a_match_of_two_the_other_claims_it_at_once_when_somebody_leaves():
    match = begun(*people(2))
    left(match, 1, seq=7)
    ballot = {"table": match.table, "seat": 1, "seq": 7}
    ana = match.seats.get(seat=0).player
    refused("bad_choice", absences.cast_vote, player=ana, choice="wait", **ballot)
    absences.cast_vote(player=ana, choice="end", **ballot)
    match = resigned(match, tricks=2, by_hand=True)
    assert (told(match), match.winners) == ((True, None), [0])
    assert kinds(match) == ["finished", "left"]
    assert [rating(seat.player) for seat in match.seats.all()] == [1532, 1468]


def test_once_the_only_opponent_has_gone_leaving_is_free():
    match = begun(*people(2))
    ana = match.seats.get(seat=0).player
    assert leaving_cost(match, ana) == "rated"
    left(match, 1, seq=7)
    assert leaving_cost(match, ana) == "free"
    left(match, 0, seq=7)
    finish(match, by_hand(match))
    assert kinds(match) == ["excused", "left"]
    assert [rating(seat.player) for seat in match.seats.all()] == [1532, 1468]
    assert rebuild(check=True)[1] == {}


def test_a_partner_is_no_opponent_whom_one_would_leave_alone():
    match = begun(*people(4), options={"match.target": 1, "teams": "pairs"})
    for seat in (1, 3):
        left(match, seat, seq=7)
    assert leaving_cost(match, match.seats.get(seat=0).player) == "free"
    left(match, 0, seq=7)
    finish(match, by_hand(match))
    assert kinds(match) == ["excused", "left", "finished", "left"]


@pytest.mark.parametrize("count", [3, 4, 6])
def test_leaving_is_not_free_while_an_opponent_plays(count):
    match = begun(*people(count))
    left(match, 1, seq=7)
    assert leaving_cost(match, match.seats.get(seat=0).player) == "rated"
    assert not match.absence_votes.exists()
