"""The page on which players see how they stand by the rule about pauses, and what others see."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games.models import ConductFigures, Match, MatchOutcome, Player, PlayerPause, Table
from games.selectors.tables import table_json
from games.services.players import player_for
from tests.services.people import table_of
from tests.stats.support import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return player_for(User.objects.create_user("Ana", password="correct horse battery"))


@pytest.fixture
def page(client, ana):
    """The page as Ana reads it, in English."""

    def read() -> str:
        client.force_login(ana.user)
        return client.get(reverse("standing"), headers={"accept-language": "en"}).content.decode()

    return read


def ended(player: Player, kind: str, at: datetime | None = None, *, pairs: bool = False) -> None:
    MatchOutcome.objects.create(
        player=player, kind=kind, pairs=pairs, at=at or timezone.now() - timedelta(days=1)
    )


def paused(player: Player, minutes: int, **facts: float) -> PlayerPause:
    now = timezone.now()
    ends_at = now + timedelta(minutes=minutes)
    return PlayerPause.objects.create(
        player=player, starts_at=now, ends_at=ends_at, minutes=minutes, facts=facts
    )


def test_quick_play_is_refused_with_the_end_of_the_pause_and_bots_are_not(client, ana):
    client.force_login(ana.user)
    pause = paused(ana, 22)
    answer = client.post(reverse("play_now"), follow=True)
    assert date_format(pause.ends_at, "DATETIME_FORMAT") in answer.content.decode()
    assert not Table.objects.exists()
    client.post(reverse("play_now"), {"bots": "1"})
    assert Table.objects.get().match is not None


def test_strangers_are_asked_to_log_in(client):
    assert client.get(reverse("standing")).status_code == 302


def test_who_has_played_nothing_with_people_reads_the_rule_alone(page):
    html = page()
    assert "No match with other people has ended yet." in html
    assert "10, 22, 48, 106, 233 minutes" in html
    assert 'class="strip"' not in html
    assert "Your pauses" not in html


def test_a_pause_is_shown_with_its_end_its_reason_and_the_next_length(page, ana):
    Player.objects.filter(pk=ana.pk).update(created_at=timezone.now() - timedelta(days=9))
    for _ in range(20):
        ended(ana, "finished")
    pause = paused(ana, 22, weight=4.2, needed=4.0, outcomes=9, streak=1, streak_needed=6, pauses=1)
    html = page()
    assert pause.ends_at.isoformat(timespec="seconds") in html
    assert "come to 4.2 of your last 9; a pause follows from 4.0." in html
    assert "that would take 48 minutes" in html
    PlayerPause.objects.update(lifted_at=timezone.now())
    html = page()
    assert "A pause until" not in html
    assert "lifted" in html


def test_the_sum_stands_beside_what_brings_a_pause_and_is_the_reason_of_one(page, ana):
    now = timezone.now()
    for number in range(5):
        ended(ana, "left", now - timedelta(minutes=9 - number))
    paused(ana, 10, evidence=6.5, needed=5.5, left=5, outcomes=5, pauses=0)
    html = page()
    assert "Your sum is 6.5 now. From 5.5 on, a match that you leave brings a pause." in html
    assert "You left 5 of your latest 5 matches." in html


def test_matches_left_in_a_row_are_the_reason_where_the_sum_is_not(page, ana):
    paused(ana, 10, weight=6.0, needed=12.0, outcomes=30, streak=6, streak_needed=6, pauses=0)
    assert "You left 6 matches in a row." in page()


def test_the_latest_thirty_matches_stand_as_a_strip_with_a_text_in_its_place(page, ana):
    now = timezone.now()
    ended(ana, "left", now - timedelta(days=40))
    for number in range(27):
        ended(ana, "finished", now - timedelta(days=30 - number))
    ended(ana, "returned", now - timedelta(hours=3))
    ended(ana, "left", now - timedelta(hours=2), pairs=True)
    ended(ana, "stalled", now - timedelta(hours=1))
    html = page()
    text = "28 of 30 finished, 1 of them after a cut, and 2 left"
    assert f'aria-label="Your latest matches, from the oldest: {text}"' in html
    strip = html.split('class="strip"')[1].split("</p>")[0]
    assert strip.count("<i ") == 30
    assert strip.count('class="left"') == 2
    assert strip.index('"back"') < strip.index('"left"')


@pytest.mark.parametrize(("matches", "finished", "words"), [(19, 19, ""), (50, 48, "finishes 96")])
def test_others_see_what_share_a_player_finishes_after_twenty_matches(
    client, matches, finished, words
):
    stored()
    player = Player.objects.get(name="Ana")
    ConductFigures.objects.create(player=player, matches=matches, finished=finished)
    html = client.get("/players/Ana/", headers={"accept-language": "en"}).content.decode()
    assert ("finishes" in html) is bool(words)
    assert words in html


@pytest.mark.parametrize(
    ("matches", "finished", "private", "shown"),
    [(19, 19, False, None), (20, 20, False, 100), (500, 499, False, 99), (50, 48, True, None)],
)
def test_a_seat_shows_what_share_its_player_finishes_unless_figures_are_private(
    ana, matches, finished, private, shown
):
    ConductFigures.objects.create(player=ana, matches=matches, finished=finished)
    Player.objects.filter(pk=ana.pk).update(figures_private=private)
    table = table_json(table_of(ana).public_id, None)
    assert table is not None
    assert [seat.get("finishes") for seat in table["seats"]] == [shown, None]


def test_a_friends_table_is_open_during_a_pause(ana):
    paused(ana, 22)
    assert table_of(ana, visibility="link").status == "waiting"
    assert not Match.objects.exists()
