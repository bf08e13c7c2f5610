"""Who wants notifications is called when the check-in opens and when the own round begins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model

from accounts.models import PushSubscription
from games.models import Notification, PushMessage
from games.services.players import player_for
from games.tournaments.live import ticker as tournament_ticker
from games.tournaments.services import entries, ticker
from tests.tournaments.builders import NOW, START, announced

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch):
    """A function that tells what waits to be sent: who, title and address."""
    monkeypatch.setattr(tournament_ticker, "in_background", lambda task: task())

    def waiting():
        rows = PushMessage.objects.order_by("pk").values_list(
            "subscription__user__username", "message"
        )
        return [(name, message["title"], message["url"]) for name, message in rows]

    return waiting


def test_each_is_called_once_at_the_check_in_and_once_at_the_table(sent):
    tournament = announced(rounds=1)
    players = []
    for name in ("ana", "eva"):
        user = get_user_model().objects.create_user(name)
        players.append(player_for(user))
        entries.enter(tournament=tournament, player=players[-1], now=NOW)
        if name == "ana":
            endpoint = f"https://fcm.googleapis.com/{name}"
            PushSubscription.objects.create(user=user, endpoint=endpoint, language="en")
    opened = START - timedelta(minutes=10)
    tournament_ticker._call(ticker.tick(now=opened))
    page = f"/tournaments/{tournament.public_id}/"
    assert sent() == [("ana", "Say that you are here: the check-in is open", page)]
    for player in players:
        entries.check_in(tournament=tournament, player=player, now=opened)
    tournament_ticker._call(ticker.tick(now=START))
    table = tournament.round_rows.get().games.get().table.public_id
    assert sent()[1:] == [("ana", "Your round begins", f"/t/{table}/")]
    tournament_ticker._call(ticker.tick(now=START + timedelta(seconds=2)))
    assert len(sent()) == 2
    for player in players:
        texts = Notification.objects.filter(recipient=player).order_by("pk")
        assert list(texts.values_list("text", flat=True)) == ["checkin_open", "round_begins"]
