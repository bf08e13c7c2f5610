"""How the owner of a key stands, by the API."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.tokens import create_token
from games.services.decisions import decide_by_rule
from games.services.players import player_for
from tests.services.moderation import MUTE, WARNING

pytestmark = pytest.mark.django_db


def test_a_player_reads_their_own_decisions_and_nobody_elses() -> None:
    eva, tom = (User.objects.create_user(name) for name in ("eva", "tom"))
    decide_by_rule(player=player_for(eva), verdict=MUTE)
    decide_by_rule(player=player_for(tom), verdict=WARNING)
    _row, key = create_token(user=eva, name="mine", scopes=["read"], days=7)
    headers = {"authorization": f"Bearer {key}"}
    found = Client().get("/api/v1/play/standing/", headers=headers).json()
    assert found["paused_until"] is None
    assert found["latest"] == []
    assert (found["evidence"], found["pause_from"]) == (0.0, 5.5)
    (decision,) = found["decisions"]
    assert (decision["measure"], decision["rule"]) == ("mute", "insults")
    assert decision["text"] == "You insulted your partner."
    assert decision["by_person"] is False
