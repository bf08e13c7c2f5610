"""Links to a club: their uses, their time, and their end."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from games.clubs.services import inviting, leaving
from games.models import Player
from tests.clubs.builders import NOW, club_of, longtime_player, member
from tests.clubs.services.test_clubs import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return longtime_player("Ana")


def test_links_end_with_the_membership_of_who_made_them(ana):
    club = club_of(ana)
    officer = longtime_player("Officer")
    member(club, officer, "officer")
    link = inviting.make_link(club=club, player=officer, days=30, uses=50, now=NOW)
    leaving.kick(club=club, officer=ana, player=officer, now=NOW)
    again = partial(inviting.use_link, token=link.token, player=officer, now=NOW)
    assert refused(again) == "link_over"
    assert not club.members.filter(player=officer).exists()


def test_a_link_ends_by_use_time_and_revocation(ana):
    club = club_of(ana, entry="invitation")
    link = inviting.make_link(club=club, player=ana, days=1, uses=1, now=NOW)
    late = partial(inviting.use_link, token=link.token, player=longtime_player("Late"))
    assert refused(partial(late, now=NOW + timedelta(days=2))) == "link_over"
    inviting.use_link(token=link.token, player=longtime_player("Eva"), now=NOW)
    assert refused(partial(late, now=NOW)) == "link_over"
    other = inviting.make_link(club=club, player=ana, days=30, uses=50, now=NOW)
    inviting.revoke_link(club=club, player=ana, link=other.pk)
    assert refused(partial(inviting.use_link, token=other.token, player=ana)) == "link_over"
    assert refused(partial(inviting.use_link, token="a'--", player=ana)) == "link_over"
    for days, uses in ((31, 1), (1, 51), (0, 1), (1, 0)):
        act = partial(inviting.make_link, club=club, player=ana, days=days, uses=uses)
        assert refused(act) == "bad_link"
