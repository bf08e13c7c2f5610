"""The form that opens a table opens one, however often it is sent."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Table

pytestmark = pytest.mark.django_db
FORM = {
    "preset": "ludoteka",
    "seating": "2",
    "clock": "normal",
    "visibility": "public",
    "watch": "anyone",
}


@pytest.fixture
def client() -> Client:
    """Somebody signed in."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.create_user("ana", password="siete-de-oros"))
    return client


def filled(client: Client) -> dict[str, str]:
    """Return the fields that the form of a new page sends."""
    html = client.get("/tables/new/").content.decode()
    values = dict(re.findall(r'name="(\w+)" value="(\w+)"\s*>', html))
    return {**FORM, "form_key": values["form_key"]}


def test_a_form_that_is_sent_twice_opens_one_table(client: Client) -> None:
    form = filled(client)
    first, again = (client.post("/tables/new/", form) for _ in range(2))
    assert first.status_code == 302, first.context["form"].errors
    assert first["location"] == again["location"]
    assert Table.objects.count() == 1


def test_each_page_and_each_change_of_the_form_opens_another_table(client: Client) -> None:
    form = filled(client)
    client.post("/tables/new/", form)
    client.post("/tables/new/", {**form, "visibility": "link"})
    client.post("/tables/new/", filled(client))
    assert Table.objects.count() == 3


def test_a_form_that_is_refused_can_be_sent_again(client: Client) -> None:
    form = filled(client)
    refused = client.post("/tables/new/", {**form, "preset": "none"})
    assert refused.status_code == 422
    assert form["form_key"] in refused.content.decode()
    assert client.post("/tables/new/", form).status_code == 302
    assert Table.objects.count() == 1
