"""The vote of those who remain on the seat of a player who is gone."""

from __future__ import annotations

import pytest

from games.models import Departure, Match, MatchOutcome
from games.selectors.absences import voters_of
from games.services import absences, leaving
from tests.services.test_leaving import kinds, left, people, refused
from tests.services.test_rating_checks import begun, resigned, told

pytestmark = pytest.mark.django_db


def voted(match: Match, choices: dict[int, str], *, gone: int = 1) -> str:
    """What comes of a vote on a seat, of which a minute has passed."""
    asked = absences.settle_absence(
        table_id=match.table.public_id, seat=gone, reason="disconnected", seq=7, played=True
    )
    assert asked.kind == "kept"
    for seat, choice in choices.items():
        player = match.seats.get(seat=seat).player
        absences.cast_vote(table=match.table, player=player, seat=gone, choice=choice, seq=7)
    return match.absence_votes.get(seat=gone).result


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
