"""Refunds of ratings: who gets how much back, how they are taken back, and how they are recounted."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.conduct.refunds import MAX_REFUND, PEAK_MARGIN
from games.models import Match, Player, Rating, RatingRefund
from games.models.tables import TableStatus
from games.selectors.match_ends import end_json
from games.selectors.ratings import rating_history
from games.services.refunds import refund_ratings, take_back_refunds
from games.site.personal_data import personal_data
from games.stats.ratings import PER_MU
from tests.services.people import table_of
from tests.stats.support import FIRST_DAY, PEOPLE, log_of, stored
from tests.stats.test_folding import rows
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
ANA, EVA = "Ana", "Eva"


def beaten(times: int, *, by: str = ANA, loser: str = EVA, day: float = 0) -> None:
    """Matches, a minute apart, that the same player won."""
    for number in range(times):
        moment = day + number / 1440
        log = log_of((by, loser), seed=f"refund {number} {day}")
        names = (by, loser) if log.state.winners == (0,) else (loser, by)
        assert stored(names, day=moment, log=log).rated


def mu(name: str, pool: str = "2") -> float:
    return Rating.objects.get(player__name=name, pool=pool).mu


def refund(day: float = 1, **how: object) -> list[RatingRefund]:
    return refund_ratings(
        cheat=player_without_account(ANA), now=FIRST_DAY + timedelta(days=day), **how
    )


def check() -> None:
    """What stands is what counting again gives."""
    call_command("rebuild_stats", "--check", stdout=StringIO())


def test_who_lost_gets_it_back_but_no_more_than_the_peak_allows():
    beaten(1)
    before = mu(EVA)
    sigma = Rating.objects.get(player__name=EVA).sigma
    (row,) = refund(action=7)
    assert row.player == player_without_account(EVA)
    assert row.action == 7
    assert mu(EVA) == before + row.mu
    assert 25 < mu(EVA) + 0.1 < 25 + PEAK_MARGIN + 0.2
    assert Rating.objects.get(player__name=EVA).sigma == sigma
    assert row.mu <= MAX_REFUND
    check()


def test_many_losses_give_the_maximum_and_the_cheat_keeps_its_rating():
    beaten(8)
    cheat, before = mu(ANA), mu(EVA)
    (row,) = refund()
    assert row.mu == MAX_REFUND
    assert mu(EVA) == before + MAX_REFUND
    assert mu(ANA) == cheat
    check()


def test_half_of_what_was_won_back_is_taken_off():
    beaten(2)
    lost = 25 - mu(EVA)
    beaten(1, by=EVA, loser="Leo", day=0.5)
    won_back = mu(EVA) - (25 - lost)
    due = min(lost - min(won_back, lost) / 2, MAX_REFUND, 25 + PEAK_MARGIN - mu(EVA))
    (row,) = refund()
    assert row.mu == pytest.approx(due, abs=1 / PER_MU)


def test_a_second_refund_counts_only_later_matches():
    beaten(2)
    assert len(refund()) == 1
    assert refund() == []
    beaten(1, day=2)
    before = mu(EVA)
    assert len(refund(3)) == 1
    assert mu(EVA) > before
    check()


def test_a_refund_is_no_gain_of_the_match_after_it():
    beaten(3)
    refund()
    beaten(1, day=2)
    (last, *_) = rating_history(player=player_without_account(EVA).pk, pool="2").rows
    assert last["change"] < 0
    match = Match.objects.latest("finished_at")
    table = table_of(player_without_account("Host"))
    table.match, table.status = match, TableStatus.FINISHED
    end = end_json(table)
    assert end is not None
    (own,) = [one for one in end["ratings"] if one and one["after"] == last["rating"]]
    assert own["after"] - own["before"] == last["change"]


@pytest.mark.parametrize("how", [{"day": 40}, {"exclude": "victim"}])
def test_old_matches_and_excluded_players_give_nothing(how):
    beaten(2)
    if "exclude" in how:
        how = {"exclude": [player_without_account(EVA).pk]}
    assert refund(**how) == []


def test_partners_of_the_cheat_get_nothing():
    stored(PEOPLE[:4], options={"teams": "pairs"})
    given_back = refund_ratings(
        cheat=player_without_account(PEOPLE[0]), now=FIRST_DAY + timedelta(days=1)
    )
    assert player_without_account(PEOPLE[2]) not in {row.player for row in given_back}


def test_a_refund_is_taken_back_once_and_to_the_same_rating():
    beaten(3)
    before = mu(EVA)
    refund(action=4)
    assert take_back_refunds(cheat=player_without_account(ANA), action=5) == []
    (row,) = take_back_refunds(cheat=player_without_account(ANA), action=4)
    assert mu(EVA) == pytest.approx(before)
    assert row.reverses is not None
    assert take_back_refunds(cheat=player_without_account(ANA)) == []
    check()
    assert len(refund(2)) == 1


def test_ratings_that_were_spoilt_are_recounted_with_their_refunds():
    beaten(3)
    refund()
    beaten(1, by=EVA, loser="Leo", day=2)
    before = rows()
    Rating.objects.update(mu=20.0)
    with pytest.raises(CommandError):
        check()
    call_command("rebuild_stats", stdout=StringIO())
    assert rows() == before


steps = st.lists(
    st.one_of(
        st.tuples(st.just("match"), st.sampled_from([(0, 1), (1, 0), (1, 2), (2, 0), (0, 1, 2)])),
        st.tuples(st.sampled_from(["refund", "back"]), st.sampled_from([0, 1])),
    ),
    min_size=3,
    max_size=9,
)


@settings(
    max_examples=15,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
@given(steps=steps)
def test_counting_again_gives_what_matches_and_refunds_gave_in_their_order(steps):
    with transaction.atomic():
        for number, (kind, who) in enumerate(steps):
            now = FIRST_DAY + timedelta(days=number + 0.5)
            if kind == "match":
                stored([PEOPLE[one] for one in who], day=number, seed=f"{number} {who}")
            elif kind == "refund":
                refund_ratings(cheat=player_without_account(PEOPLE[who]), now=now)
            else:
                take_back_refunds(cheat=player_without_account(PEOPLE[who]), now=now)
        before = rows()
        call_command("rebuild_stats", stdout=StringIO())
        assert rows() == before
        transaction.set_rollback(True)


def test_who_downloads_their_data_sees_the_refunds_and_not_for_whom():
    user = User.objects.create_user("eva@example.org", "x")
    Player.objects.create(name=EVA, kind="human", user=user)
    beaten(2)
    refund()
    data = personal_data(user.pk)
    assert data is not None
    (row,) = data["rating_refunds"]
    assert set(row) == {"pool", "mu", "at"}
