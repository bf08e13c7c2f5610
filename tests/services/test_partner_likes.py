"""Liked partners: who may like whom, what others learn of it, and who sits together by it."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.common.errors import SocialError
from games.models import PartnerLike, Player
from games.models.people import PlayerKind
from games.selectors.partner_likes import liking, may_like
from games.selectors.tables import table_json
from games.services import social
from games.services.partner_likes import like_partner, unlike_partner
from games.services.partner_seating import seated_together
from games.services.players import forget_player
from games.site.personal_data import personal_data
from tests.services.test_matches import begun_by, finish, played
from tests.services.test_stakes_at_once import at_once
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db
PAIRS = ((0, 2), (1, 3))
THREES = ((0, 2, 4), (1, 3, 5))


def four() -> list[Player]:
    """Ana and Leo, who have beaten or lost to Eva and Mar in a match of pairs."""
    people = [player_with_account(name) for name in ("Ana", "Eva", "Leo", "Mar")]
    match = begun_by(*people)
    finish(match, played(match))
    return people


def refused(player: Player, other: Player) -> str:
    """The code with which a like is refused."""
    with pytest.raises(SocialError) as caught:
        like_partner(player=player, other=other)
    return caught.value.code


def test_partners_like_each_other_and_learn_of_it_only_where_both_do():
    ana, _eva, leo, _mar = four()
    assert may_like(ana, leo)
    like_partner(player=ana, other=leo)
    like_partner(player=ana, other=leo)
    assert (liking(ana, leo).likes, liking(ana, leo).mutual) == (True, False)
    assert not liking(leo, ana).likes
    assert not liking(leo, ana).mutual, "nobody is told before both wish it"
    like_partner(player=leo, other=ana)
    assert liking(ana, leo).mutual
    assert liking(leo, ana).mutual
    unlike_partner(player=leo, other=ana)
    assert not liking(ana, leo).mutual


def test_opponents_strangers_guests_and_oneself_are_not_liked():
    ana, eva, leo, _mar = four()
    assert refused(ana, eva) == refused(ana, player_with_account("New")) == "not_partners"
    assert refused(ana, ana) == "oneself"
    Player.objects.filter(pk=leo.pk).update(kind=PlayerKind.GUEST)
    assert refused(ana, leo) == refused(leo, ana) == "registered_only"


def test_a_block_ends_likes_and_does_not_say_who_blocks():
    ana, _eva, leo, _mar = four()
    like_partner(player=ana, other=leo)
    like_partner(player=leo, other=ana)
    social.block(player=leo, other=ana)
    assert not PartnerLike.objects.exists()
    assert refused(ana, leo) == refused(leo, ana) == "not_partners"
    assert not may_like(ana, leo)


def test_the_end_of_a_match_offers_partners_who_are_not_liked_yet():
    ana, eva, leo, mar = people = [
        player_with_account(name) for name in ("Ana", "Eva", "Leo", "Mar")
    ]
    match = begun_by(*people)

    def offered(viewer: Player | None) -> list[int]:
        told = table_json(match.current_table.public_id, viewer)
        assert told is not None
        return told["you"]["may_like"]

    assert offered(ana) == []
    finish(match, played(match))
    assert [offered(one) for one in (ana, eva, leo, mar, None)] == [[2], [3], [0], [1], []]
    like_partner(player=ana, other=leo)
    assert offered(ana) == []
    assert offered(leo) == [0]


def test_likes_are_in_the_download_and_go_with_the_account():
    ana, _eva, leo, _mar = four()
    like_partner(player=ana, other=leo)
    like_partner(player=leo, other=ana)
    assert ana.user_id
    data = personal_data(ana.user_id)
    assert data is not None
    assert data["liked_partners"] == ["Leo"]
    forget_player(user_id=ana.user_id)
    assert not PartnerLike.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_block_at_the_moment_of_a_like_leaves_none():
    for number in range(5):
        ana, eva, leo, mar = (
            player_with_account(f"{name}{number}") for name in ("a", "e", "l", "m")
        )
        match = begun_by(ana, eva, leo, mar)
        finish(match, played(match))
        raised = at_once(
            partial(like_partner, player=ana, other=leo),
            partial(social.block, player=leo, other=ana),
        )
        assert all(one is None or isinstance(one, SocialError) for one in raised), raised
    assert not PartnerLike.objects.exists()


seatings = st.permutations([1, 2, 3, 4, 5, 6])
wishes = st.lists(
    st.sampled_from([frozenset(pair) for pair in itertools.combinations(range(1, 7), 2)]),
    unique=True,
)


@given(seatings, wishes)
def test_nobody_is_lost_and_the_first_wish_comes_true(people, pairs):
    who = dict(enumerate(people))
    found = seated_together(who, THREES, pairs)
    assert sorted(found.values()) == sorted(people)
    assert found == seated_together(who, THREES, pairs), "it is deterministic"
    if pairs:
        seats = {seat for seat, player in found.items() if player in pairs[0]}
        assert any(seats <= set(side) for side in THREES)


def test_three_who_like_one_another_fill_a_side_of_three():
    who = {0: 1, 1: 2, 2: 4, 3: 3, 4: 5, 5: 6}
    pairs = [frozenset({1, 2}), frozenset({1, 3}), frozenset({2, 3})]
    found = seated_together(who, THREES, pairs)
    assert {found[seat] for seat in THREES[0]} == {1, 2, 3}


def test_free_seats_are_taken_before_anybody_moves():
    who = {0: 7, 1: 8, 2: None, 3: None}
    assert seated_together(who, PAIRS, [frozenset({7, 8})]) == {0: 7, 1: None, 2: 8, 3: None}
