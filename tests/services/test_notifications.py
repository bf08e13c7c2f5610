"""Notifications: who is told what, once, and in batches where they are many."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model

from accounts.services import close_account
from games.common import pacing
from games.models import (
    Notification,
    NotificationBatch,
    NotificationSettings,
    Player,
    PushMessage,
    TableSeat,
)
from games.selectors.notifications import notification_groups, unread_count
from games.services import notification_delivery, notifications, social
from games.services.notification_settings import change_settings
from games.services.notifications import mark_read, notify_group, run_batches
from games.site.personal_data import personal_data
from tests.services.notices import NOON, browser, tell, told
from tests.services.people import table_of
from tests.support.people import player_with_account

pytestmark = pytest.mark.django_db


def crowd(count: int) -> list[Player]:
    """As many people with an account."""
    users = get_user_model().objects.bulk_create(
        get_user_model()(username=f"member{n}", name_key=f"m{n}", name_skeleton=f"s{n}")
        for n in range(count)
    )
    return list(Player.objects.bulk_create(Player(user=one, name=one.username) for one in users))


@pytest.fixture
def ana() -> Player:
    return player_with_account("Ana")


@pytest.fixture
def eva() -> Player:
    return player_with_account("Eva")


def test_nobody_is_told_a_thing_twice(ana, eva):
    tell(ana, eva)
    tell(ana)
    tell(ana, key="two")
    assert (told(ana), told(eva)) == (["one", "two"], ["one"])
    assert unread_count(ana.user_id) == 2


def test_nobody_is_told_by_whom_they_have_blocked(ana, eva):
    social.block(player=ana, other=eva)
    tell(ana, actor=eva)
    assert told(ana) == []
    social.block(player=eva, other=player_with_account("Leo"))
    tell(eva, actor=ana)
    assert told(eva) == ["one"], "a block goes one way here"


def test_a_block_takes_back_what_was_told(ana, eva):
    social.follow(player=eva, other=ana)
    assert told(ana) == [f"followed:{eva.pk}"]
    social.block(player=ana, other=eva)
    assert told(ana) == []


def test_bots_deleted_accounts_and_oneself_are_told_nothing(ana, eva):
    eva.user.delete()
    eva.refresh_from_db()
    tell(ana, eva, actor=ana)
    assert not Notification.objects.exists()


def test_a_kind_that_is_off_everywhere_is_not_stored(ana):
    change_settings(player=ana, channels={"message": []}, quiet_from=22, quiet_to=8, mail_hour=9)
    tell(ana)
    assert told(ana) == []


def test_a_kind_that_is_only_pushed_is_on_no_page(ana):
    browser(ana)
    change_settings(
        player=ana, channels={"message": ["push"]}, quiet_from=22, quiet_to=8, mail_hour=9
    )
    tell(ana)
    row = Notification.objects.get()
    assert row.push_at is not None
    assert unread_count(ana.user_id) == 0
    assert notification_groups(ana) == ([], None)


def test_many_are_told_in_batches(monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(notifications, "RECIPIENTS_A_STEP", 30)
    people = crowd(70)
    with django_assert_max_num_queries(2):
        tell(*people)
    assert not Notification.objects.exists()
    assert run_batches(now=NOON) == 70
    assert Notification.objects.count() == 70
    assert run_batches(now=NOON) == 0
    batch = NotificationBatch.objects.get()
    assert (batch.done_at, batch.players) == (NOON, [])


def test_it_rests_after_each_batch_where_it_may_work_for_a_share_of_the_time(monkeypatch):
    rests: list[float] = []
    monkeypatch.setattr(notifications, "RECIPIENTS_A_STEP", 30)
    monkeypatch.setattr(pacing.time, "sleep", rests.append)
    people = crowd(70)
    tell(*people)
    assert run_batches(now=NOON, work_share=0.1) == 70
    assert len(rests) == 4, "three batches, and the step that ends it"
    assert all(0 < rest <= pacing.MAX_REST_S for rest in rests)


def test_a_kill_between_batches_loses_nobody_and_tells_nobody_twice(monkeypatch):
    monkeypatch.setattr(notifications, "RECIPIENTS_A_STEP", 30)
    people, steps = crowd(70), []
    tell(*people)
    deliver = notification_delivery.deliver

    def killed(recipients, what, now):
        deliver(recipients, what, now)
        steps.append(len(recipients))
        if len(steps) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(notifications, "deliver", killed)
    with pytest.raises(KeyboardInterrupt):
        run_batches(now=NOON)
    assert Notification.objects.count() == 30, "the step that was killed left nothing"
    run_batches(now=NOON)
    assert steps == [30, 30, 30, 10]
    assert Notification.objects.count() == 70


def test_a_batch_that_fails_does_not_hold_up_the_next(monkeypatch):
    people = crowd(51)
    tell(*people, key="bad", data={"actor": "x"})
    tell(*people, key="good")
    deliver = notification_delivery.deliver

    def fails(recipients, what, now):
        if what.key == "bad":
            raise ValueError("bad")
        deliver(recipients, what, now)

    monkeypatch.setattr(notifications, "deliver", fails)
    assert run_batches(now=NOON) == 51
    assert set(Notification.objects.values_list("key", flat=True)) == {"good"}


def test_an_audience_that_this_release_does_not_know_is_left_to_others():
    NotificationBatch.objects.create(
        kind="club", text="x", key="k", audience="newer", about=1, created_at=NOON
    )
    assert run_batches(now=NOON) == 0
    assert NotificationBatch.objects.get().done_at is None
    with pytest.raises(ValueError, match="no audience"):
        notify_group(audience="newer", about=1, kind="club", text="x", key="k")


def test_a_batch_that_is_over_tells_nobody():
    tell(*crowd(51), expires_at=NOON)
    run_batches(now=NOON + timedelta(minutes=1))
    assert not Notification.objects.exists()


def test_friends_are_told_of_a_table_at_most_once_an_hour(ana, eva):
    leo = player_with_account("Leo")
    social.follow(player=eva, other=ana)
    social.follow(player=leo, other=ana)
    social.follow(player=ana, other=leo)
    table = table_of(ana)
    table_of(ana)
    run_batches()
    assert f"table:{table.public_id}" in told(leo), "they follow each other"
    assert len([key for key in told(leo) if key.startswith("table:")]) == 1
    assert not [key for key in told(eva) if key.startswith("table:")], "a follower is no friend"


def test_a_follower_who_chose_it_is_told_of_tables(ana, eva):
    social.follow(player=eva, other=ana)
    chosen = {"table_opened": ["page", "push"]}
    change_settings(player=eva, channels=chosen, quiet_from=22, quiet_to=8, mail_hour=9)
    table = table_of(ana)
    run_batches()
    assert told(eva) == [f"table:{table.public_id}"]


def test_nobody_is_told_of_a_private_or_quick_table(ana, eva):
    social.follow(player=eva, other=ana)
    social.follow(player=ana, other=eva)
    table_of(ana, visibility="link")
    table_of(ana, quick=True)
    assert not NotificationBatch.objects.exists()
    assert TableSeat.objects.exists()


def test_who_follows_again_is_not_told_again(ana, eva):
    for _ in range(2):
        social.follow(player=eva, other=ana)
        social.unfollow(player=eva, other=ana)
    assert told(ana) == [f"followed:{eva.pk}"]


def test_marking_reads_ones_own_alone(ana, eva):
    tell(ana, eva)
    row = Notification.objects.get(recipient=eva)
    assert mark_read(player=ana, notifications=[row.pk]) == 0
    assert mark_read(player=ana) == 1
    assert (unread_count(ana.user_id), unread_count(eva.user_id)) == (0, 1)


def test_a_deleted_account_leaves_no_notification_behind(ana, eva):
    social.follow(player=eva, other=ana)
    tell(ana, actor=eva, key="two")
    browser(eva)
    change_settings(player=eva, channels={}, quiet_from=1, quiet_to=2, mail_hour=3)
    close_account(user=eva.user)
    assert told(ana) == []
    assert not NotificationSettings.objects.exists()
    assert not PushMessage.objects.exists()


def test_the_download_has_what_one_was_told(ana):
    tell(ana)
    data = personal_data(ana.user_id)
    assert [row["kind"] for row in data["notifications"]] == ["message"]
    assert data["notification_settings"] is None
