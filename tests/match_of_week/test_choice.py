"""The match of the week: which matches may be chosen, and when a match is taken down."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.bars import bar_account
from games.models import MatchOfWeek, MatchOfWeekRefusal, Notification, Player, Restriction, Table
from games.models.people import PlayerKind
from games.selectors.match_of_week import match_of_week
from games.services.match_of_week import (
    choose_match_of_week,
    set_match_of_week_allowed,
    take_down_match_of_week,
)
from games.services.players import forget_player, set_figures_private
from games.site.personal_data import personal_data
from tests.match_of_week.builders import MONDAY, SUNDAY, finished
from tests.services.notices import told
from tests.stats.support import stored
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def shown(now: datetime = MONDAY) -> str | None:
    """Return the public id of the match that is shown, as a process reads it that has cached none."""
    cache.clear()
    current = match_of_week(now)
    return None if current is None else current.match["id"]


def chosen(now: datetime = MONDAY) -> str | None:
    """Choose the match as the scheduler does; return the public id of the match that is shown then."""
    choose_match_of_week(now=now)
    return shown(now)


def player(name: str) -> Player:
    """Return the player of this name."""
    return Player.objects.get(name=name)


def test_the_closest_match_of_the_week_is_shown_from_monday():
    finished(["Ana", "Berta"], 20)
    closest = finished(["Carles", "David"], 2)
    assert shown() is None
    assert chosen() == closest.public_id
    assert MatchOfWeek.objects.get().monday.isoformat() == "2026-02-23"


def test_a_week_is_over_at_midnight_in_utc_and_its_match_is_shown_for_a_week():
    match = finished(["Ana", "Berta"], 2)
    midnight = SUNDAY.replace(hour=0) + timedelta(days=1)
    assert chosen(midnight - timedelta(seconds=1)) is None
    assert chosen(midnight) == match.public_id
    assert chosen(midnight + WEEK) is None


def test_a_week_without_a_match_has_none():
    assert chosen() is None
    assert MatchOfWeek.objects.get().chosen_at == MONDAY
    finished(["Ana", "Berta"], 2)
    assert chosen() is None


def test_what_is_chosen_stays():
    match = finished(["Ana", "Berta"], 20)
    assert chosen() == match.public_id
    finished(["Carles", "David"], 2)
    assert chosen(MONDAY + timedelta(hours=1)) == match.public_id


def hide_by_privacy() -> None:
    """Ana keeps her statistics private."""
    set_figures_private(player=player("Ana"), on=True)


def hide_by_wish() -> None:
    """Ana does not want her matches to be the match of the week."""
    set_match_of_week_allowed(player=player("Ana"), on=False, now=MONDAY)


def hide_by_deletion() -> None:
    """Ana deletes her account."""
    forget_player(user_id=player("Ana").user_id)


def hide_by_bar() -> None:
    """Moderators bar Ana's account."""
    bar_account(user=player("Ana").user, reason="a reason", until=None, barred_by=None)


def hide_by_restriction() -> None:
    """Moderators keep Ana from rated matches."""
    Restriction.objects.create(
        player=player("Ana"), kind="rated", starts_at=SUNDAY, ends_at=MONDAY + WEEK
    )


def hide_by_closing() -> None:
    """The operator closes Ana's account."""
    user = player("Ana").user
    user.is_active = False
    user.save(update_fields=["is_active"])


HIDING = [
    hide_by_privacy,
    hide_by_wish,
    hide_by_deletion,
    hide_by_bar,
    hide_by_restriction,
    hide_by_closing,
]


@pytest.mark.parametrize("hide", HIDING)
def test_a_match_of_somebody_hidden_is_not_chosen(hide):
    finished(["Ana", "Berta"], 2)
    other = finished(["Carles", "David"], 20)
    hide()
    assert chosen() == other.public_id


@pytest.mark.parametrize("hide", HIDING)
def test_a_match_of_somebody_hidden_later_gives_place_to_the_next(hide):
    finished(["Ana", "Berta"], 2)
    other = finished(["Carles", "David"], 20)
    chosen()
    hide()
    assert shown() in {None, other.public_id}
    assert chosen() == other.public_id


@pytest.mark.parametrize(
    "facts",
    [
        {"public": False},
        {"status": "abandoned"},
        {"status": "held"},
        {"ended_by": "resigned"},
        {"boards": 2},
        {"margin": 2},
        {"deal_count": 1},
    ],
)
def test_a_match_that_was_not_public_or_not_played_to_its_end_is_not_chosen(facts):
    match = finished(["Ana", "Berta"], 2)
    type(match).objects.filter(pk=match.pk).update(**facts)
    assert chosen() is None


def test_a_match_at_a_table_for_those_with_its_link_is_not_chosen():
    match = finished(["Ana", "Berta"], 2)
    table = Table.objects.create(ruleset=match.ruleset, players=2, visibility="link")
    type(match).objects.filter(pk=match.pk).update(table=table)
    assert chosen() is None
    Table.objects.update(visibility="public", watch="nobody")
    MatchOfWeek.objects.all().delete()
    assert chosen() is None
    Table.objects.update(watch="anyone")
    MatchOfWeek.objects.all().delete()
    assert chosen() == match.public_id


def test_bots_guests_and_seats_that_a_bot_took_over_keep_a_match_out():
    for kind in (PlayerKind.BOT, PlayerKind.GUEST):
        match = finished(["Ana", "Berta"], 2)
        match.seats.filter(seat=1).update(kind=kind)
    left = finished(["Carles", "David"], 2)
    left.seats.filter(seat=0).update(left="late")
    assert chosen() is None


def test_people_without_an_account_keep_a_match_out():
    player_without_account("Gala")
    stored(["Ana", "Gala"], options={"match.target": 2})
    assert chosen() is None


def test_who_played_it_is_notified_once():
    match = finished(["Ana", "Berta"], 2)
    chosen()
    chosen(MONDAY + timedelta(hours=1))
    for name in ("Ana", "Berta"):
        assert told(player(name)) == [f"match-of-week:{match.pk}"]
    assert Notification.objects.first().url == f"/matches/{match.public_id}/#of-week"


def test_a_player_takes_it_down_and_the_next_takes_its_place_at_once():
    match = finished(["Ana", "Berta"], 2)
    other = finished(["Carles", "David"], 20)
    chosen()
    taken = take_down_match_of_week(match_id=match.public_id, player=player("Berta"), now=MONDAY)
    assert taken
    assert shown() == other.public_id
    assert told(player("David"))
    ana = Notification.objects.get(recipient=player("Ana"))
    assert ana.expires_at == ana.read_at == MONDAY
    assert chosen(MONDAY + timedelta(hours=1)) == other.public_id


def test_without_another_match_nothing_is_shown_after_it_was_taken_down():
    match = finished(["Ana", "Berta"], 2)
    chosen()
    assert take_down_match_of_week(match_id=match.public_id, player=player("Ana"), now=MONDAY)
    assert shown() is None
    assert not take_down_match_of_week(match_id=match.public_id, player=player("Ana"), now=MONDAY)


def test_others_cannot_take_it_down():
    match = finished(["Ana", "Berta"], 2)
    other = finished(["Carles", "David"], 20)
    chosen()
    for match_id in (match.public_id, other.public_id):
        assert not take_down_match_of_week(match_id=match_id, player=player("Carles"), now=MONDAY)
    assert shown() == match.public_id


def test_before_a_match_is_chosen_nothing_can_be_taken_down():
    match = finished(["Ana", "Berta"], 2)
    assert not take_down_match_of_week(match_id=match.public_id, player=player("Ana"), now=MONDAY)


def test_a_wish_takes_the_match_on_show_down_at_once():
    finished(["Ana", "Berta"], 2)
    other = finished(["Carles", "David"], 20)
    chosen()
    hide_by_wish()
    assert shown() == other.public_id
    set_match_of_week_allowed(player=player("Ana"), on=True, now=MONDAY)
    assert chosen() == other.public_id


def test_a_cached_match_is_dropped_when_it_is_taken_down(django_capture_on_commit_callbacks):
    finished(["Ana", "Berta"], 2)
    now = timezone.now()
    chosen()
    assert match_of_week(MONDAY) is not None
    with django_capture_on_commit_callbacks(execute=True):
        hide_by_wish()
    assert match_of_week(MONDAY) is None
    assert match_of_week(now) is None


def test_the_download_of_personal_data_has_the_wish_and_what_was_taken_down():
    match = finished(["Ana", "Berta"], 2)
    chosen()
    take_down_match_of_week(match_id=match.public_id, player=player("Ana"), now=MONDAY)
    data = personal_data(player("Ana").user_id)["match_of_week"]
    assert data["allowed"] is True
    assert [taken["match"] for taken in data["taken_down"]] == [match.public_id]
    assert personal_data(player("Berta").user_id)["match_of_week"]["taken_down"] == []


def test_a_deleted_account_leaves_no_wish_behind():
    match = finished(["Ana", "Berta"], 2)
    chosen()
    take_down_match_of_week(match_id=match.public_id, player=player("Ana"), now=MONDAY)
    hide_by_deletion()
    assert not MatchOfWeekRefusal.objects.exists()
    assert chosen() is None
