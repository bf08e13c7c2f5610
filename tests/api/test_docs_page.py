"""The page of the documentation: all addresses, with examples that work."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import DailyDeal
from games.services.daily import daily_of
from tests.api.support import V1, body_of, operations
from tests.review.analysed import analysed, puzzled
from tests.stats.support import FIRST_DAY, PEOPLE, stored

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)  # a download gives back its connection
@pytest.mark.parametrize("played", [False, True])
def test_the_page_names_every_address_and_its_examples_work(played):
    if played:
        analysed(stored(PEOPLE[:4], options={"teams": "pairs"}))
        deal = daily_of(day=FIRST_DAY.date())
        DailyDeal.objects.filter(pk=deal.pk).update(revealed_at=FIRST_DAY)
        puzzled(FIRST_DAY.date())
    answer = Client().get("/api/docs/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    html = answer.content.decode()
    for path, method, told in operations():
        assert f"{method.upper()} {path}" in html
        assert f'id="{told["operationId"]}"' in html
    links = {part.split('"')[0] for part in html.split('href="')[1:]}
    examples = [link for link in links if link.startswith(f"{V1}/")]
    paths = [path for path, _method, told in operations() if "security" not in told]
    open_to_all = [path for path in paths if "{" not in path]
    assert len(examples) == len(paths if played else open_to_all), sorted(examples)
    for link in examples:
        answer = Client().get(link)
        assert answer.status_code == 200, link
        body_of(answer)
    for anchor in (link[1:] for link in links if link.startswith("#")):
        assert f'id="{anchor}"' in html, anchor
    assert "`" not in html
    assert "://" not in html.replace("http://testserver", "")


def test_the_page_only_reads():
    assert Client().post("/api/docs/").status_code == 405
