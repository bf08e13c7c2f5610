"""Ratings cannot be had from oneself: what makes a win count for nothing, and what is kept for it."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.engine import Offer, Reply, Resign
from games.models import Match, PlayAddress, Player, Rating, RatingPoint, TeamRating
from games.models.people import PlayerKind
from games.record.log import MatchLog
from games.selectors.matches import match_detail
from games.selectors.tables import table_json
from games.services import tables
from games.services.addresses import note_play_address
from games.services.leaving import leave_match
from games.services.match_ends import abandon_match, finish_match
from games.services.players import forget_player, house_bot
from games.site.personal_data import personal_data
from games.stats.rated import SAME_OPPONENT
from games.stats.ratings import CENTRE, MAX_FIRST_STEP, PROVISIONAL_SIGMA
from tests.services.people import table_of
from tests.services.test_matches import finish, played
from tests.stats.support import stored
from tests.support.people import player_with_account, player_without_account

pytestmark = pytest.mark.django_db
HOME, OFFICE = "192.0.2.7", "198.51.100.9"


def begun(*people: Player, addresses: tuple[str, ...] = (), **more: object) -> Match:
    """A match that has just begun among these people, each from an address."""
    where = [*addresses, *[""] * len(people)]
    more = {"options": {"match.target": 1}, **more}
    table = table_of(people[0], len(people), address=where[0], **more)
    for one, address in zip(people[1:], where[1:], strict=False):
        tables.sit(table=table, player=one, seat=None, address=address)
        tables.set_agreed(table=table, player=one, on=True)
    table.refresh_from_db()
    return table.match


def whole(match: Match, seed: str = "1") -> Match:
    """The match, played to its end."""
    return finish(match, played(match, seed))


def resigned(
    match: Match, *, tricks: int, seat: int = 1, seed: str = "1", by_hand: bool = False
) -> Match:
    """The match, given up by a seat after so many tricks of its first deal.

    `by_hand`: people have played it themselves, and the clock gives it up.
    """
    log = played(match, seed)
    ended = next(
        number
        for number in range(1, len(log.entries))
        if _tricks(_first(log, number)) >= tricks and not _first(log, number).state.results
    )
    cut = _first(log, ended)
    if by_hand:
        cut.entries[:] = [replace(one, by="player") for one in cut.entries]
    cut.apply(Resign(seat), by="clock" if by_hand else "player")
    cut.fairness.update({deal: log.fairness[deal] for deal in cut.decks})
    return finish_match(match_id=match.pk, log=cut, finished_at=timezone.now())


def _first(log: MatchLog, entries: int) -> MatchLog:
    return MatchLog.replay(log.match_id, log.rules, log.dealer, log.entries[:entries], log.decks)


def _tricks(log: MatchLog) -> int:
    deal = log.state.deal
    return -1 if deal is None else sum(trick.winner is not None for trick in deal.tricks)


def rating(player: Player, pool: str = "2") -> int | None:
    return Rating.objects.filter(player=player, pool=pool).values_list("display", flat=True).first()


def told(match: Match) -> tuple[bool, str | None]:
    found = match_detail(match.public_id)
    assert found is not None
    return found["rated"], found["unrated_reason"]


# -- the same address --------------------------------------------------------------------------


def test_opponents_of_one_address_win_and_lose_nothing():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = whole(begun(ana, eva, addresses=(HOME, HOME)))
    assert told(match) == (False, "same_address")
    assert not Rating.objects.exists()
    assert not RatingPoint.objects.exists()


@pytest.mark.parametrize(
    ("one", "other", "rated"),
    [
        (HOME, OFFICE, True),
        ("2001:db8:0:1::7", "2001:db8:0:1:ffff::9", False),
        ("2001:db8:0:1::7", "2001:db8:0:2::7", True),
        ("::ffff:192.0.2.7", HOME, False),
        ("", "", True),
    ],
)
def test_a_home_has_all_addresses_of_its_network_of_ipv6(one, other, rated):
    match = whole(
        begun(player_without_account("Ana"), player_without_account("Eva"), addresses=(one, other))
    )
    assert match.rated is rated


def test_partners_may_sit_in_one_room_and_opponents_may_not():
    four = [player_without_account(name) for name in ("Ana", "Eva", "Leo", "Mar")]
    assert whole(begun(*four, addresses=(HOME, OFFICE, HOME, "203.0.113.5"))).rated
    assert told(whole(begun(*four, addresses=(HOME, OFFICE, "203.0.113.5", OFFICE)), "2"))[0]
    third = whole(begun(*four, addresses=(HOME, OFFICE, "203.0.113.5", HOME)), "3")
    assert told(third) == (False, "same_address")


def test_every_address_of_the_match_counts_and_not_only_the_first():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = begun(ana, eva, addresses=(HOME, OFFICE))
    note_play_address(table=match.table, player=eva, address=HOME)
    assert told(whole(match)) == (False, "same_address")


def marks(match: Match) -> tuple[bool, str]:
    """Return whether a match is rated, and the reason if it is not; it may still run."""
    match.refresh_from_db()
    return match.rated, match.unrated_reason


def test_whoever_shares_an_address_reads_before_and_during_the_match_that_it_is_not_rated():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    table = table_of(ana, 2, address=HOME)
    assert table_json(table.public_id, ana)["unrated"] is None
    tables.sit(table=table, player=eva, seat=None, address=HOME)
    assert table_json(table.public_id, ana)["unrated"] == "same_address"
    match = begun(
        player_without_account("Leo"), player_without_account("Mar"), addresses=(HOME, HOME)
    )
    assert marks(match) == (False, "same_address")
    assert table_json(match.table.public_id, None)["unrated"] == "same_address"


def test_a_match_is_unrated_from_when_opponents_share_an_address():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = begun(ana, eva, addresses=(HOME, OFFICE))
    assert marks(match) == (True, "")
    note_play_address(table=match.table, player=eva, address=HOME)
    assert marks(match) == (False, "same_address")
    assert table_json(match.table.public_id, ana)["you"]["leaving"] != "rated"
    assert told(whole(match)) == (False, "same_address")


def test_partners_of_one_address_leave_a_running_match_rated():
    four = [player_without_account(name) for name in ("Ana", "Eva", "Leo", "Mar")]
    match = begun(*four, addresses=(HOME, OFFICE, "203.0.113.5", "203.0.113.6"))
    note_play_address(table=match.table, player=four[2], address=HOME)
    assert marks(match) == (True, "")


def test_a_table_says_before_its_match_that_bots_make_it_unrated():
    table = table_of(player_without_account("Ana"), 2)
    tables.add_bot(table=table, player=table.host, seat=1, level="rules")
    assert table_json(table.public_id, table.host)["unrated"] == "with_bots"


@pytest.mark.parametrize("public", [True, False])
def test_an_abandoned_match_is_not_rated(public):
    match = begun(
        player_without_account("Ana"),
        player_without_account("Eva"),
        visibility="public" if public else "link",
    )
    assert marks(match) == (True, "")
    abandon_match(match_id=match.pk, now=timezone.now())
    assert marks(match) == (False, "abandoned")


def test_a_match_that_was_not_rated_keeps_its_reason_when_it_is_abandoned():
    match = begun(
        player_without_account("Ana"), player_without_account("Eva"), addresses=(HOME, HOME)
    )
    abandon_match(match_id=match.pk, now=timezone.now())
    assert marks(match) == (False, "same_address")


def test_addresses_are_digests_that_go_when_the_match_is_decided():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = begun(ana, eva, addresses=(HOME, HOME))
    rows = list(PlayAddress.objects.order_by("pk"))
    assert [row.player for row in rows] == [ana, eva]
    assert len({row.digest for row in rows}) == 1
    assert HOME not in rows[0].digest
    elsewhere = begun(
        player_without_account("Leo"), player_without_account("Mar"), addresses=(HOME, OFFICE)
    )
    assert not PlayAddress.objects.filter(table=elsewhere.table, digest=rows[0].digest).exists()
    record = json.loads(zlib.decompress(whole(match).record.body))
    assert rows[0].digest not in json.dumps(record)
    assert not PlayAddress.objects.filter(table=match.table).exists()
    abandon_match(match_id=elsewhere.pk, now=timezone.now())
    assert not PlayAddress.objects.exists()


def test_addresses_go_with_who_leaves_and_with_tables_that_close():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    table = table_of(ana, 3, address=HOME)
    tables.sit(table=table, player=eva, seat=None, address=OFFICE)
    tables.stand(table=table, player=eva)
    assert [row.player for row in PlayAddress.objects.all()] == [ana]
    tables.close_table(table=table, player=ana)
    assert not PlayAddress.objects.exists()
    stale = table_of(ana, 3, address=HOME)
    tables.sweep_tables(now=timezone.now() + tables.STALE_AFTER + timedelta(minutes=1))
    assert not PlayAddress.objects.exists()
    stale.refresh_from_db()
    assert stale.status == "closed"


def test_a_rematch_knows_where_it_is_asked_from():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = whole(begun(ana, eva, addresses=(HOME, OFFICE)))
    assert match.rated
    table = match.table
    tables.request_rematch(table=table, player=ana, address=HOME)
    again = tables.request_rematch(table=table, player=eva, address=HOME)
    assert again is not None
    assert told(whole(again, "2")) == (False, "same_address")


def test_bots_of_the_house_have_no_address():
    ana = player_without_account("Ana")
    table = table_of(ana, 2, address=HOME, programs="rated")
    tables.begin(table=table, player=ana)
    note_play_address(table=table, player=house_bot("rules", 0), address=HOME)
    assert [row.player for row in PlayAddress.objects.all()] == [ana]


def test_who_downloads_their_data_is_told_that_an_address_is_kept_and_not_which():
    user = User.objects.create_user("Ana")
    ana = Player.objects.create(user=user, name="Ana")
    table = table_of(ana, 2, address=HOME)
    data = personal_data(user.pk)
    assert [one["table"] for one in data["table_addresses"]] == [table.public_id]
    assert PlayAddress.objects.get().digest not in json.dumps(data, default=str)
    forget_player(user_id=user.pk)
    assert not PlayAddress.objects.exists()


# -- a resignation before half of a deal -------------------------------------------------------


def test_an_early_resignation_is_won_for_nothing_and_lost_all_the_same():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    match = resigned(begun(ana, eva), tricks=9, seat=1)
    assert told(match) == (False, "early_resignation")
    assert rating(ana) is None
    lost = rating(eva)
    assert lost is not None
    assert lost < CENTRE
    assert [point.rating.player for point in RatingPoint.objects.all()] == [eva]
    # as much as if the other had won something
    other = resigned(
        begun(player_without_account("Leo"), player_without_account("Mar")), tricks=10, seat=1
    )
    assert other.rated
    assert rating(Player.objects.get(name="Mar")) == lost
    assert rating(Player.objects.get(name="Leo")) > CENTRE


def test_a_resignation_in_the_second_deal_is_none_that_is_early():
    match = begun(
        player_without_account("Ana"), player_without_account("Eva"), options={"match.target": 3}
    )
    log = played(match)
    second = next(
        number
        for number in range(1, len(log.entries))
        if _first(log, number).state.results and _tricks(_first(log, number)) == 1
    )
    cut = _first(log, second)
    cut.apply(Resign(0), by="player")
    cut.fairness.update({deal: log.fairness[deal] for deal in cut.decks})
    match = finish_match(match_id=match.pk, log=cut, finished_at=timezone.now())
    assert told(match) == (True, None)


def test_teams_that_resign_early_lose_and_their_opponents_win_nothing():
    four = [player_without_account(name) for name in ("Ana", "Eva", "Leo", "Mar")]
    match = begun(*four)
    whole_log = played(match)
    log = _first(whole_log, 3)
    log.fairness.update({deal: whole_log.fairness[deal] for deal in log.decks})
    log.apply(Offer(1, "resign"), by="player")  # in pairs a resignation is agreed upon
    log.apply(Reply(3, "resign", yes=True), by="player")
    finish_match(match_id=match.pk, log=log, finished_at=timezone.now())
    assert told(match) == (False, "early_resignation")
    assert {row.player.name for row in Rating.objects.all()} == {"Eva", "Mar"}
    assert TeamRating.objects.count() == 1


# -- the same opponent -------------------------------------------------------------------------


def test_the_third_match_against_one_opponent_counts_only_among_many_others():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    for number in range(2):
        assert whole(begun(ana, eva), f"a{number}").rated
    third = whole(begun(ana, eva), "a3")
    assert told(third) == (False, SAME_OPPONENT)
    assert RatingPoint.objects.count() == 4


def rated_before(winner: Player, others: int, against: Player, times: int, days: float = 1) -> None:
    """Rated matches of a player within the last days, so many of them against one opponent."""
    start = timezone.now() - timedelta(days=days)
    names = [f"P{number}" for number in range(others)] + [against.name] * times
    for number, name in enumerate(names):
        match = stored((winner.name, name), seed=f"{winner.name} {number}")
        Match.objects.filter(pk=match.pk).update(finished_at=start)


@pytest.mark.parametrize(
    ("others", "times", "days", "rated"),
    [
        (4, 2, 1, False),  # 2 of 6 are a third
        (5, 2, 1, True),  # 2 of 7 are less
        (6, 3, 1, False),
        (0, 1, 1, True),  # the second match is always free
        (0, 2, 15, True),  # too long ago
    ],
)
def test_less_than_a_third_of_the_winners_rated_matches_of_two_weeks(others, times, days, rated):
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    rated_before(ana, others, eva, times, days)
    rated_before(eva, 12, player_without_account("Q"), 0)
    match = resigned(begun(ana, eva), tricks=12, seat=1)
    assert match.winners == [0]
    assert match.rated is rated


def test_it_is_the_winner_whose_matches_are_counted():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    rated_before(ana, 0, eva, 2)
    rated_before(eva, 10, ana, 0)
    assert resigned(begun(ana, eva), tricks=12, seat=0).rated
    assert not resigned(begun(ana, eva), tricks=12, seat=1, seed="2").rated


def test_partners_are_no_opponents():
    four = [player_without_account(name) for name in ("Ana", "Eva", "Leo", "Mar")]
    others = [player_without_account(name) for name in ("P1", "P2", "P3", "P4", "P5", "P6")]
    for number in range(3):
        pair = others[2 * number : 2 * number + 2]
        match = whole(begun(four[0], pair[0], four[2], pair[1]), f"b{number}")
        assert match.rated


def test_a_leaver_who_is_met_too_often_is_no_opponent_to_win_points_from():
    ana, eva = player_without_account("Ana"), player_without_account("Eva")
    rated_before(eva, 12, player_without_account("Q"), 0)
    for number in range(3):
        match = begun(ana, eva)
        leave_match(table=match.table, player=eva, seq=7)
        match = resigned(match, tricks=12, seat=0, seed=f"d{number}", by_hand=True)
        assert match.winners == [1]  # by the bot that plays for eva
        assert match.rated is (number < 2)
    assert match.unrated_reason == SAME_OPPONENT


# -- accounts that are minutes old -----------------------------------------------------------------


def accounts(*names: str) -> list[Player]:
    """People who have signed up just now."""
    return [player_with_account(name) for name in names]


FOUR = ("ana", "eva", "leo", "mar")
PAIRS = {"match.target": 1, "teams": "pairs"}


@pytest.mark.parametrize(
    ("addresses", "reason"),
    [
        ((HOME,) * 4, "same_address"),
        ((HOME, OFFICE, "203.0.113.1", HOME), "same_address"),  # one opponent of each side
        ((HOME, OFFICE, HOME, OFFICE), None),  # each pair in one room
    ],
)
def test_new_accounts_in_pairs_are_rated_unless_opponents_share_an_address(addresses, reason):
    match = whole(begun(*accounts(*FOUR), options=PAIRS, addresses=addresses))
    assert told(match) == (reason is None, reason)
    assert match_detail(match.public_id)["unrated_reason"] == reason
    assert Rating.objects.exists() is (reason is None)


def test_new_accounts_in_pairs_win_from_the_same_opponents_twice_and_stay_provisional():
    four = accounts(*FOUR)
    reasons = [told(whole(begun(*four, options=PAIRS), f"e{number}"))[1] for number in range(4)]
    assert reasons[:2] == [None, None]
    assert reasons[2:] == [SAME_OPPONENT, SAME_OPPONENT]
    for row in Rating.objects.all():
        assert row.sigma > PROVISIONAL_SIGMA
        assert abs(row.display - CENTRE) <= 2 * MAX_FIRST_STEP
        assert row.best is None


def test_programs_of_strangers_are_looked_at_and_bots_of_the_house_are_not():
    one = Player.objects.create(name="Uno", kind=PlayerKind.BOT)
    other = Player.objects.create(name="Dos", kind=PlayerKind.BOT)
    pair = begun(one, other, programs="rated", addresses=(HOME, HOME))
    assert told(whole(pair)) == (False, "same_address")
    for number in range(4):
        table = table_of(one, 2, address=HOME, programs="rated", options={"match.target": 1})
        match = tables.begin(table=table, player=one)
        assert whole(match, f"c{number}").rated
