"""Leaving a running match: who has the seat, what is stored, and what it leads to."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.models import User
from games.common.errors import PausedError, TableError
from games.conduct.pauses import MAX_EVIDENCE, PAUSE_FROM
from games.models import (
    Action,
    ConductFigures,
    Departure,
    Match,
    MatchOutcome,
    Outage,
    Player,
    PlayerPause,
    Table,
    TeamRating,
)
from games.models.matches import SeatLeft
from games.record.log import MatchLog
from games.selectors.conduct import current_pause, record_of
from games.selectors.tables import table_json
from games.services import conduct, leaving, tables
from games.services.match_ends import abandon_match
from games.services.players import forget_player, player_for
from games.site.personal_data import personal_data
from games.stats.rebuild import rebuild
from tests.services.people import table_of
from tests.services.test_matches import finish, played
from tests.services.test_rating_checks import begun, rating, resigned, told
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def refused(code, call, /, **given):
    with pytest.raises(TableError) as caught:
        call(**given)
    assert caught.value.code == code


def people(count: int) -> list[Player]:
    return [
        player_without_account(name) for name in ("ana", "eva", "leo", "mia", "pau", "zoe")[:count]
    ]


def left(match: Match, seat: int, *, seq: int = 0, reason: str = "left") -> None:
    """Let the player of a seat be gone since entry `seq`."""
    assert match.table is not None
    if reason == "left":
        player = match.seats.get(seat=seat).player
        leaving.leave_match(table=match.table, player=player, seq=seq)
    else:
        leaving.set_substitute(table_id=match.table.public_id, seat=seat, reason=reason, seq=seq)


def by_hand(match: Match, seed: str = "1", *, never: int | None = None) -> MatchLog:
    """The log of a match that people played themselves, but for a seat that never did."""
    log = played(match, seed)
    log.entries[:] = [
        replace(one, by="player") if one.by == "bot" and one.seat != never else one
        for one in log.entries
    ]
    return log


def seq_after(log: MatchLog, share: float) -> int:
    """The seq by which this share of the cards of a match was played."""
    plays = [entry.seq for entry in log.entries if entry.action["type"] == "play"]
    return plays[int(share * (len(plays) - 1))]


def kinds(match: Match) -> list[str]:
    rows = MatchOutcome.objects.filter(match=match).order_by("player")
    return list(rows.values_list("kind", flat=True))


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_whoever_leaves_gives_the_seat_to_a_bot_at_once(count):
    match = begun(*people(count))
    left(match, 1, seq=7)
    assert match.table.seats.get(seat=1).substitute == leaving.SUBSTITUTE
    (row,) = Departure.objects.all()
    assert (row.match, row.seat, row.player.name) == (match, 1, "eva")
    assert (row.reason, row.seq, row.excused, row.returned_at) == ("left", 7, False, None)


def test_an_abandoned_match_is_excused_for_all_but_those_who_left_by_themselves():
    ana, eva, leo, mia = people(4)
    match = begun(ana, eva, leo, mia)
    Action.objects.create(
        match=match, seq=1, seat=2, client_id="x", payload='{"type":"play","card":"1o"}',
        by="player", created_at=timezone.now(),
    )  # fmt: skip
    left(match, 1, seq=0)
    left(match, 2, seq=2)
    left(match, 3, reason="disconnected")
    abandon_match(match_id=match.pk, now=timezone.now())
    assert kinds(match) == ["excused", "no_first_card", "left", "excused"]
    assert sorted(ConductFigures.objects.values_list("player__name", "matches", "finished")) == [
        ("eva", 1, 0),
        ("leo", 1, 0),
    ]


def test_somebody_who_came_back_to_a_match_that_was_abandoned_is_excused():
    match = begun(*people(2))
    left(match, 1)
    leaving.take_back(table=match.table, player=match.seats.get(seat=1).player)
    abandon_match(match_id=match.pk, now=timezone.now())
    assert kinds(match) == ["excused", "excused"]
    assert not ConductFigures.objects.exists()


def test_an_abandoned_match_among_friends_has_no_outcomes():
    match = begun(*people(2))
    Match.objects.filter(pk=match.pk).update(rated=False)
    Table.objects.filter(pk=match.table.pk).update(visibility="link")
    left(match, 1)
    abandon_match(match_id=match.pk, now=timezone.now())
    assert kinds(match) == []


def test_leaving_twice_is_leaving_once():
    match = begun(*people(3))
    left(match, 1, seq=7)
    left(match, 1, seq=9)
    assert Departure.objects.get().seq == 7
    left(match, 1, seq=9, reason="disconnected")
    assert Departure.objects.get().reason == "left"


def test_whoever_leaves_after_being_cut_off_has_left():
    Outage.objects.create(began_at=timezone.now(), ended_at=timezone.now())
    match = begun(*people(3))
    left(match, 1, reason="disconnected")
    assert Departure.objects.get().excused
    left(match, 1)
    assert (Departure.objects.get().reason, Departure.objects.get().excused) == ("left", False)


def test_a_leaver_who_comes_back_has_the_seat_again():
    match = begun(*people(4))
    left(match, 2)
    leaving.take_back(table=match.table, player=match.seats.get(seat=2).player)
    assert match.table.seats.get(seat=2).substitute == ""
    assert Departure.objects.get().returned_at is not None
    finish(match, by_hand(match))
    assert kinds(match) == ["finished", "finished", "returned", "finished"]
    assert not match.seats.exclude(left="").exists()


def test_a_player_who_downloads_their_data_finds_what_is_kept_of_leaving():
    ana, eva = people(2)
    user = User.objects.create_user("eva-account")
    Player.objects.filter(pk=eva.pk).update(user=user)
    match = begun(ana, eva)
    left(match, 1)
    finish(match, by_hand(match))
    paused(eva)
    data = personal_data(user.pk)["conduct"]
    assert [row["reason"] for row in data["departures"]] == ["left"]
    assert [row["kind"] for row in data["outcomes"]] == ["left"]
    assert len(data["pauses"]) == 1
    json.dumps(data, cls=DjangoJSONEncoder)


def test_only_people_in_a_running_match_leave_it():
    ana, eva = people(2)
    table = table_of(ana)
    refused("no_match", leaving.leave_match, table=table, player=ana, seq=0)
    tables.begin(table=table, player=ana)
    refused("not_seated", leaving.leave_match, table=table, player=eva, seq=0)
    assert not leaving.set_substitute(
        table_id=table.public_id, seat=1, reason="disconnected", seq=0
    )
    assert not Departure.objects.exists()


def test_the_outcome_of_a_match_is_counted_once_for_each_person():
    match = begun(*people(3))
    log = by_hand(match)
    left(match, 1, seq=seq_after(log, 0.6))
    finish(match, log)
    assert kinds(match) == ["finished", "left", "finished"]
    assert [seat.left for seat in match.seats.order_by("seat")] == ["", SeatLeft.LATE, ""]
    conduct.store_outcomes(match=match, entries=log.entries, now=timezone.now())
    assert kinds(match) == ["finished", "left", "finished"]


@pytest.mark.parametrize(("share", "when"), [(0.4, SeatLeft.EARLY), (0.6, SeatLeft.LATE)])
def test_half_of_the_cards_parts_early_from_late(share, when):
    match = begun(*people(2))
    log = by_hand(match)
    left(match, 1, seq=seq_after(log, share))
    finish(match, log)
    assert match.seats.get(seat=1).left == when


def test_the_clock_that_plays_for_somebody_is_stalling():
    match = begun(*people(2))
    left(match, 1, reason="timed_out")
    finish(match, by_hand(match))
    assert kinds(match) == ["finished", "stalled"]


def test_nobody_is_blamed_for_an_outage_nor_for_the_ten_minutes_after_it():
    now = timezone.now()
    Outage.objects.create(began_at=now - timedelta(minutes=30), ended_at=now - timedelta(minutes=9))
    match = begun(*people(2))
    left(match, 1, reason="disconnected")
    finish(match, by_hand(match))
    assert kinds(match) == ["finished", "excused"]
    Outage.objects.update(ended_at=now - timedelta(minutes=11))
    other = begun(player_without_account("leo"), player_without_account("mia"))
    left(other, 1, reason="disconnected")
    finish(other, by_hand(other))
    assert kinds(other) == ["finished", "left"]


def test_matches_with_bots_and_unrated_ones_behind_a_link_count_for_nobody():
    ana, eva = people(2)
    table = table_of(ana)
    match = tables.begin(table=table, player=ana)
    left(match, 0)
    finish(match, by_hand(match))
    friends = begun(ana, eva, visibility="link", options={"open_hands": True, "match.target": 1})
    left(friends, 0)
    finish(friends, by_hand(friends))
    assert not MatchOutcome.objects.exists()


# -- ratings ---------------------------------------------------------------------------------------


def left_by_one(*names: str, share: float) -> tuple[Match, list[int | None]]:
    """A match of strangers that seat 1 left after this share of its cards; ratings by seat."""
    players = [player_without_account(name) for name in names]
    more = {"teams": "pairs"} if len(names) == 4 else {}
    match = begun(*players, options={"match.target": 1, **more})
    log = by_hand(match)
    left(match, 1, seq=seq_after(log, share))
    match = finish(match, log)
    assert match.rated
    return match, [rating(one, match.pool) for one in players]


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_only_the_leaver_loses_and_the_winners_who_stayed_share_it(share):
    results = set()
    for number in range(20):
        match, ratings = left_by_one(*(f"{letter}{number}" for letter in "abcd"), share=share)
        partner_won = 1 in match.winners
        assert ratings == ([1500, 1468, 1500, 1532] if partner_won else [1516, 1468, 1516, 1500])
        results.add(partner_won)
        if len(results) == 2:
            return
    raise AssertionError("one side wins always")


def test_no_team_is_rated_in_a_match_that_somebody_has_left():
    match, _ratings = left_by_one("ana", "eva", "leo", "mia", share=0.5)
    assert match.rated
    assert not TeamRating.objects.exists()


def test_the_ratings_of_leavers_are_the_same_when_they_are_rebuilt():
    for number in range(3):
        left_by_one(*(f"{one}{number}" for one in "abcd"), share=0.3)
        left_by_one(*(f"{one}{number}" for one in "ef"), share=0.7)
    assert rebuild(check=True)[1] == {}


def test_matches_of_an_earlier_rule_are_rebuilt_by_that_rule():
    match, _ratings = left_by_one("ana", "eva", "leo", "mia", share=0.3)
    Match.objects.filter(pk=match.pk).update(rating_rule=3)
    assert rebuild(check=True)[1]
    rebuild()
    partner = match.seats.get(seat=3).player
    won = 1 in match.winners
    assert rating(match.seats.get(seat=0).player, match.pool) == (1473 if won else 1527)
    assert rating(partner, match.pool) == (1527 if won else 1500)
    assert TeamRating.objects.count() == 2


def test_a_match_that_somebody_left_before_the_first_card_is_not_rated():
    ana, eva = people(2)
    match = begun(ana, eva)
    left(match, 1)
    finish(match, by_hand(match, never=1))
    assert kinds(match) == ["finished", "no_first_card"]
    assert told(match) == (False, "no_first_card")
    assert rating(ana) is rating(eva) is None


# -- pauses ----------------------------------------------------------------------------------------


def paused(player: Player, minutes: int = 10) -> PlayerPause:
    now = timezone.now()
    ends_at = now + timedelta(minutes=minutes)
    return PlayerPause.objects.create(
        player=player, starts_at=now, ends_at=ends_at, minutes=minutes
    )


def test_whoever_leaves_five_matches_has_a_pause_that_wipes_nothing():
    eva = player_without_account("eva")
    Player.objects.filter(pk=eva.pk).update(created_at=timezone.now() - timedelta(days=9))
    for number in range(5):
        assert current_pause(player=eva) is None
        match = begun(player_without_account(f"rival{number}"), eva)
        left(match, 1)
        finish(match, by_hand(match))
    pause = current_pause(player=eva)
    assert pause.minutes == 20  # twice ten, as few of their matches are known
    assert record_of(eva, timezone.now()).evidence.value == MAX_EVIDENCE
    refused("paused_player", table_of, host=eva)
    table = table_of(player_without_account("ana"))
    refused("paused_player", tables.sit, table=table, player=eva, seat=1)
    after = pause.ends_at + timedelta(seconds=1)
    assert current_pause(player=eva, now=after) is None


def test_whoever_has_a_pause_plays_with_bots_and_with_friends_unrated():
    ana, eva = people(2)
    paused(eva)
    own = table_of(eva, visibility="link")
    tables.sit(table=own, player=ana, seat=1)
    assert table_json(own.public_id, ana)["unrated"] == "paused_player", "told before it begins"
    tables.set_agreed(table=own, player=ana, on=True)
    own.refresh_from_db()
    assert told(finish(own.match, by_hand(own.match))) == (False, "paused_player")
    assert rebuild(check=True)[1] == {}


def test_a_pause_that_is_lifted_ends_and_no_longer_counts():
    eva = player_without_account("eva")
    pause = paused(eva, minutes=500)
    with pytest.raises(ValueError, match="reason"):
        conduct.lift_pause(pause=pause, reason=" ")
    conduct.lift_pause(pause=pause, reason="A power cut")
    assert current_pause(player=eva) is None
    assert record_of(eva, timezone.now()).pauses == []
    conduct.lift_pause(pause=pause, reason="again")
    pause.refresh_from_db()
    assert pause.lifted_reason == "A power cut"


def test_a_pause_that_is_lifted_leaves_the_outcomes_before_it():
    eva = player_without_account("eva")
    for _ in range(5):
        match = begun(player_without_account(f"rival{_}"), eva)
        left(match, 1)
        finish(match, by_hand(match))
    conduct.lift_pause(pause=current_pause(player=eva), reason="A power cut")
    match = begun(player_without_account("rival"), eva)
    left(match, 1)
    finish(match, by_hand(match))
    assert current_pause(player=eva).minutes == 20 * 3, "as long as a first one, on the first day"


def test_a_pause_keeps_the_figures_that_it_follows_from_and_refusals_say_its_end():
    eva = player_without_account("eva")
    for number in range(5):
        match = begun(player_without_account(f"rival{number}"), eva)
        left(match, 1)
        finish(match, by_hand(match))
    pause = current_pause(player=eva)
    sums = {"evidence": MAX_EVIDENCE, "needed": PAUSE_FROM, "left": 5, "outcomes": 5}
    assert pause.facts == {**sums, "pauses": 0}
    with pytest.raises(PausedError) as caught:
        table_of(eva)
    assert caught.value.until == pause.ends_at


def test_how_many_matches_a_player_finishes_is_counted_without_those_of_an_outage():
    eva = player_without_account("eva")
    for number, reason in enumerate(["left", None, "disconnected"]):
        if reason == "disconnected":
            Outage.objects.create(began_at=timezone.now(), ended_at=timezone.now())
        match = begun(player_without_account(f"rival{number}"), eva)
        if reason is not None:
            left(match, 1, reason=reason)
        finish(match, by_hand(match))
    figures = ConductFigures.objects.get(player=eva)
    assert (figures.matches, figures.finished) == (2, 1)


def test_giving_a_match_up_at_once_counts_as_losing_it_on_purpose():
    match = resigned(begun(*people(2)), tricks=3, seat=1)
    assert kinds(match) == ["finished", "deliberate_loss"]
    other = resigned(
        begun(player_without_account("leo"), player_without_account("mia")), tricks=12, seat=1
    )
    assert kinds(other) == ["finished", "finished"]


def test_a_deleted_account_leaves_departures_without_a_name_and_nothing_else():
    user = get_user_model().objects.create(username="eva")
    ana, eva = player_without_account("ana"), player_for(user)
    for _ in range(5):
        match = begun(ana, eva)
        left(match, 1)
        finish(match, by_hand(match))
    assert PlayerPause.objects.exists()
    forget_player(user_id=user.pk)
    assert {row.player.name[:8] for row in Departure.objects.all()} == {"deleted-"}
    assert not MatchOutcome.objects.filter(player=eva).exists()
    assert not PlayerPause.objects.exists()
    assert [row.player for row in ConductFigures.objects.all()] == [ana]
