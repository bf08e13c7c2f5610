"""Until one plays, a page and the API show of today's deal only the turned card."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from games.common.card_names import CARD_NAMES
from games.models import DailyDeal
from games.selectors.daily_turned import turned_card
from games.services.daily_deals import daily_of, day_of
from tests.accounts.support import member, sign_in_by_form
from tests.pages.test_daily import MONDAY, read
from tests.stats.daily_tries import played_out
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db
PICTURE = re.compile(r"cards/classic/(?:small-)?(\w+?)(?:\.\w+)?\.svg")
CODE = re.compile(r"\b[OCEB](?:1[0-2]|[1-9])\b")


def cards_of(page: str) -> set[str]:
    """The cards of which a page has a picture, a name or a code."""
    with override("en"):
        named = {code for code, name in CARD_NAMES.items() if str(name) in unescape(page)}
    return set(PICTURE.findall(page)) | named | set(CODE.findall(page)) - {"back"}


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_page_has_only_the_turned_card_before_one_plays(signed_in):
    browser = Client(headers={"accept-language": "en"})
    if signed_in:
        sign_in_by_form(browser, member("ana"))
    played_out(player_without_account("Berta"), now=timezone.now())
    daily = daily_of(day=day_of(timezone.now()))
    for path in ("/daily/", f"/daily/{daily.day}/"):
        page = read(browser, path)
        assert cards_of(page) - {"back"} == {turned_card(daily.pk)}
        assert daily.fairness["server_seed"] not in page
        assert "Berta" not in page


def test_the_api_has_no_card_of_a_deal_that_is_not_published():
    day = day_of(timezone.now())
    for ahead in (0, 1):
        daily_of(day=day + timedelta(days=ahead))
    for path in ("/api/v1/daily/", f"/api/v1/daily/{day}/results/"):
        assert not CODE.findall(Client().get(path).content.decode())


def test_tomorrows_turned_card_is_on_no_page():
    browser = Client(headers={"accept-language": "en"})
    today = day_of(timezone.now())
    read(browser, "/daily/")
    tomorrow = DailyDeal.objects.get(day=today + timedelta(days=1))
    if turned_card(tomorrow.pk) != turned_card(daily_of(day=today).pk):
        assert turned_card(tomorrow.pk) not in cards_of(read(browser, "/daily/"))
    assert browser.get(f"/daily/{tomorrow.day}/").status_code == 404


@pytest.mark.parametrize("weekday", range(7))
def test_every_weekdays_deal_has_a_turned_card_of_its_deck(weekday):
    daily = daily_of(day=MONDAY + timedelta(days=weekday))
    assert turned_card(daily.pk) in CARD_NAMES
    assert turned_card(daily.pk) == turned_card(daily.pk)
