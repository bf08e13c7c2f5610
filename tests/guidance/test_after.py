"""The page after a match: for its player alone, with the first week's list until it is done."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.common.card_names import card_name
from games.models import DailyTry, Mistake, Player, PlayerFigures, PlayerGuidance
from games.models.figures import EVER
from games.models.people import PlayerKind
from games.selectors.guidance import NEWCOMER_MATCHES, leads_after_match
from games.selectors.match_plays import heaviest, match_plays
from games.selectors.path import LESSON, stored_steps
from games.services.daily_deals import daily_of, day_of
from games.services.guidance import NAME_PAUSE
from games.services.players import forget_player
from games.site.personal_data import personal_data
from tests.analysis.analysed import analysed
from tests.guidance.builders import against_bot, finish_lesson
from tests.services.people import table_of
from tests.stats.support import stored
from tests.support.people import player_with_account, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    """Give Ana an account."""
    return player_with_account("Ana")


def page(player: Player, match, status: int = 200) -> str:
    """Return the page after a match as a player sees it."""
    answer = signed_in(player).get(f"/after/{match.public_id}/")
    assert answer.status_code == status
    return answer.content.decode()


def test_another_match_with_the_same_bot_comes_first_and_a_stronger_one_after_a_win(ana):
    text = page(ana, against_bot())
    assert text.index("Another with Olivo") < text.index("Move up to Roble")
    assert "Your first match, won" in text
    assert 'name="level" value="greedy"' in text
    lost = page(ana, against_bot(day=1, won=False))
    assert "Olivo won this one" in lost
    assert "Move up" not in lost


def test_what_the_cards_gave_is_told_once_the_match_is_analysed(ana):
    match = stored(["Ana", "Berta"], seed="2")
    before = page(ana, match)
    assert "your cards gave" not in before
    body = analysed(match)
    text = page(ana, match)
    side = match.seats.get(seat=0).side
    points_due = 60 + body["luck"][side]
    points_made = points_due + body["play"][side]
    assert f"You made {points_made:.0f} points a deal; your cards gave {points_due:.0f}." in text
    moments = match_plays([match.seats.get(seat=0)])[match.pk].of_seat(0)
    weighed = heaviest(moments, finds=True) or heaviest(moments, finds=False)
    assert weighed is not None
    with override("en"):
        name = card_name(weighed.card)
    assert f"What weighed most: the {name[0].lower()}{name[1:]} in deal {weighed.deal}." in text
    own = Mistake.objects.filter(player=ana, is_exercise=True)
    assert any(f'href="/exercises/{mistake.pk}/"' in text for mistake in own)


@pytest.mark.parametrize("match", ["ñandú", "ﬀ²", "", "../x"])
def test_a_form_that_names_no_match_leads_to_the_lobby(ana, match):
    answer = signed_in(ana).post("/after/name/", {"match": match})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_nobody_else_has_the_page(ana):
    match = against_bot()
    page(player_with_account("Eva"), match, status=404)
    assert Client().get(f"/after/{match.public_id}/").status_code == 404
    assert signed_in(ana).get("/after/000000000000/").status_code == 404


def make_guest(player: Player, *, guest: bool) -> None:
    """Make a player a guest, or a member again."""
    kind = PlayerKind.GUEST if guest else PlayerKind.HUMAN
    Player.objects.filter(pk=player.pk).update(kind=kind)
    get_user_model().objects.filter(pk=player.user_id).update(is_guest=guest)
    player.refresh_from_db()


def done_items(text: str) -> int:
    """Return how many things of the list are done."""
    return text.count('<li class="done">')


def test_each_thing_of_the_list_is_done_by_its_own_act_and_then_the_list_is_gone(ana):
    make_guest(ana, guest=True)
    match = against_bot(won=False)
    assert done_items(page(ana, match)) == 1
    finish_lesson(ana)
    assert done_items(page(ana, match)) == 2
    now = timezone.now()
    other = stored(["Ana", "Olivo"], day=3, kinds={"Olivo": PlayerKind.BOT})
    DailyTry.objects.create(
        daily=daily_of(day=day_of(now)), player=ana, match=other, started_at=now
    )
    assert done_items(page(ana, match)) == 3
    make_guest(ana, guest=False)
    assert done_items(page(ana, match)) == 4
    against_bot(level="learned", day=5)
    assert done_items(page(ana, match)) == 5
    stored(["Ana", "Berta"], day=6)
    assert "first-week" not in page(ana, match).replace("css/", "")


def test_the_list_can_be_removed_for_good(ana):
    match, client = against_bot(), signed_in(ana)
    assert "Your first week" in page(ana, match)
    answer = client.post("/after/list/", {"match": match.public_id})
    assert answer["Location"] == f"/after/{match.public_id}/"
    assert "Your first week" not in page(ana, match)
    assert client.post("/after/list/", {"match": "//evil.example"})["Location"] == "/"


def test_a_guest_is_asked_to_keep_the_name_until_not_now(ana):
    make_guest(ana, guest=True)
    match = against_bot()
    assert "You play as Ana" in page(ana, match)
    signed_in(ana).post("/after/name/", {"match": match.public_id})
    assert "You play as Ana" not in page(ana, match)
    PlayerGuidance.objects.update(name_asked_until=timezone.now() - timedelta(seconds=1))
    assert "You play as Ana" in page(ana, match)
    assert timedelta(days=7) == NAME_PAUSE


def test_a_table_leads_a_newcomer_there_once_a_day(ana):
    today = day_of(timezone.now())
    match = against_bot()
    assert leads_after_match(ana, today)
    page(ana, match)
    assert not leads_after_match(ana, today)
    assert leads_after_match(ana, today + timedelta(days=1))
    PlayerFigures.objects.filter(player=ana, month=EVER).update(matches=NEWCOMER_MATCHES)
    assert not leads_after_match(ana, today + timedelta(days=1))


def test_the_page_of_a_table_says_whether_the_way_to_the_lobby_passes_by(ana):
    table = table_of(ana)
    client = signed_in(ana)
    leads = client.get(f"/t/{table.public_id}/").context["data"]["leads_after_match"]
    assert leads is True
    page(ana, against_bot())
    leads = client.get(f"/t/{table.public_id}/").context["data"]["leads_after_match"]
    assert leads is False


def test_the_lesson_ends_on_a_page_with_a_first_match(ana):
    client = signed_in(ana)
    assert client.post("/after/lesson/")["Location"] == "/after/lesson/"
    text = client.get("/after/lesson/").content.decode()
    assert "now a real match, against Olivo" in text
    assert stored_steps(ana.pk)[LESSON].done_at is not None


def test_a_stranger_finishes_the_lesson_too_and_becomes_nobody_by_it():
    client = Client(headers={"accept-language": "en"})
    assert client.get("/after/lesson/")["Location"] == "/learn/lesson/"
    client.post("/after/lesson/")
    assert "Olivo" in client.get("/after/lesson/").content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["", "Ana"])
def test_the_page_after_the_lesson_opens_once_the_path_has_the_lesson(name):
    client = signed_in(name) if name else Client()
    client.post("/learn/lesson/")
    assert client.get("/after/lesson/").status_code == 200


def test_guidance_is_in_the_download_and_goes_with_the_account(ana):
    finish_lesson(ana)
    page(ana, against_bot())
    data = personal_data(ana.user_id)
    assert data["guidance"]["step_kind"]
    forget_player(user_id=ana.user_id)
    assert not PlayerGuidance.objects.exists()
