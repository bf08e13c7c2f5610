"""The way to a table that waits, as a QR code."""

from __future__ import annotations

import pytest

from games.models import Table
from games.models.tables import TableStatus
from games.pages import invite_code
from tests.services.people import table_of
from tests.support.people import player_without_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def drawn(monkeypatch):
    """What is made a picture of."""
    texts = []
    right = invite_code.picture

    def kept(text):
        texts.append(text)
        return right(text)

    monkeypatch.setattr(invite_code, "picture", kept)
    return texts


def table():
    return table_of(player_without_account("ana"))


def test_the_picture_is_of_the_link_of_that_seat(client, drawn):
    found = table()
    seat = found.seats.get(seat=1)
    answer = client.get(f"/t/{found.public_id}/qr.svg?invite={seat.invite}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert answer.content.startswith(b"<svg") or b"<svg" in answer.content[:200]
    assert "private" in answer["Cache-Control"]
    assert drawn == [f"http://testserver/t/{found.public_id}/?seat=1&invite={seat.invite}"]


def test_without_an_invitation_it_is_of_the_table(client, drawn):
    found = table()
    assert client.get(f"/t/{found.public_id}/qr.svg").status_code == 200
    assert drawn == [f"http://testserver/t/{found.public_id}/"]


@pytest.mark.parametrize("what", ["no table", "another's invitation", "not waiting"])
def test_nothing_else_is_made_a_picture_of(client, drawn, what):
    found = table()
    address = f"/t/{found.public_id}/qr.svg"
    if what == "no table":
        address = "/t/none/qr.svg"
    elif what == "another's invitation":
        other = table_of(player_without_account("berta"))
        address += f"?invite={other.seats.get(seat=1).invite}"
    else:
        Table.objects.update(status=TableStatus.CLOSED)
    assert client.get(address).status_code == 404
    assert drawn == []
