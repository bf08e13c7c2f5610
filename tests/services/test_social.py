"""Following, blocking, complaining."""

from __future__ import annotations

import pytest

from games.models import Block, Follow, Table
from games.selectors import social as known
from games.services import social
from games.services.players import house_bot
from games.services.quick_play import QuickGame, play_now
from games.services.tables import begin
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


def refused(act: object, **what: object) -> str:
    """The code with which it is refused."""
    with pytest.raises(social.SocialError) as caught:
        act(**what)  # type: ignore[operator]
    return caught.value.code


def test_following_twice_is_following_once() -> None:
    ana, eva = player_without_account("ana"), player_without_account("eva")
    social.follow(player=ana, other=eva)
    social.follow(player=ana, other=eva)
    assert known.followed(ana) == [eva]
    social.unfollow(player=ana, other=eva)
    assert known.followed(ana) == []


def test_blocking_ends_following_both_ways() -> None:
    ana, eva = player_without_account("ana"), player_without_account("eva")
    social.follow(player=ana, other=eva)
    social.follow(player=eva, other=ana)
    social.block(player=ana, other=eva)
    assert not Follow.objects.exists()
    assert refused(social.follow, player=ana, other=eva) == "blocked"
    assert known.blocked_either_way(ana.pk) == {eva.pk}
    assert known.blocked_either_way(eva.pk) == {ana.pk}


def test_nobody_is_their_own_friend_or_enemy() -> None:
    ana = player_without_account("ana")
    assert refused(social.follow, player=ana, other=ana) == "oneself"
    assert refused(social.block, player=ana, other=ana) == "oneself"


def test_house_bots_are_not_blocked() -> None:
    assert (
        refused(social.block, player=player_without_account("ana"), other=house_bot("rules", 0))
        == "house_bot"
    )
    assert not Block.objects.exists()


def test_play_now_does_not_bring_people_together_who_are_apart() -> None:
    ana, eva, tom = (
        player_without_account("ana"),
        player_without_account("eva"),
        player_without_account("tom"),
    )
    first = play_now(player=ana, game=QuickGame(players=2))
    social.block(player=ana, other=eva)
    assert play_now(player=eva, game=QuickGame(players=2)) != first
    assert play_now(player=tom, game=QuickGame(players=2)) == first


def test_one_sees_where_those_one_follows_may_be_visited() -> None:
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table = table_of(eva)
    social.follow(player=ana, other=eva)
    assert known.tables_of([eva], ana) == {
        eva.pk: {"url": f"/t/{table.public_id}/", "playing": False}
    }
    begin(table=table, player=eva)
    assert known.tables_of([eva], ana)[eva.pk]["playing"]
    Table.objects.update(watch=Table.Watch.NOBODY)
    assert known.tables_of([eva], ana) == {}


def test_a_private_table_is_nobodys_business() -> None:
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table_of(eva, visibility="link")
    assert known.tables_of([eva], ana) == {}


def test_who_is_blocked_does_not_see_where_one_is() -> None:
    ana, eva = player_without_account("ana"), player_without_account("eva")
    table_of(eva)
    social.block(player=eva, other=ana)
    assert known.tables_of([eva], ana) == {}
