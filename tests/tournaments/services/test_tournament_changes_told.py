"""Those who have entered a tournament are notified of another time, and when it is called off."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from games.models import Notification
from games.tournaments.services import creating, entries
from games.tournaments.services.creating import TournamentOptions
from tests.support.people import player_with_account
from tests.tournaments.builders import NOW, START, announced

pytestmark = pytest.mark.django_db
OPTIONS = TournamentOptions(
    name="Jueves", format="swiss", preset="ludoteka", players=2, rounds=2, deals=2, starts_at=START
)


def event_notices() -> list[tuple[str, str]]:
    """Return the recipient and text of each notification of an event, in their order."""
    rows = Notification.objects.order_by("pk").select_related("recipient")
    return [(row.recipient.name, row.text) for row in rows if row.text.startswith("event_")]


def edit(tournament, **choices):
    """Change a tournament as its organiser does."""
    creating.edit_tournament(tournament=tournament, chosen=replace(OPTIONS, **choices), now=NOW)


@pytest.fixture
def tournament():
    """A tournament that its organiser and two others have entered, of whom one has withdrawn."""
    organiser, ana, eva = (player_with_account(name) for name in ("Olga", "Ana", "Eva"))
    tournament = announced(creator=organiser)
    for player in (organiser, ana, eva):
        entries.enter(tournament=tournament, player=player, now=NOW)
    entries.withdraw(tournament=tournament, player=eva, now=NOW)
    return tournament


def test_another_time_is_told_each_time_and_other_words_are_not(tournament):
    edit(tournament, name="Viernes")
    assert event_notices() == []
    edit(tournament, starts_at=START + timedelta(hours=1))
    edit(tournament, starts_at=START + timedelta(hours=2))
    assert event_notices() == [("Ana", "event_moved")] * 2


def test_an_event_that_is_called_off_is_told(tournament):
    creating.cancel_tournament(tournament=tournament, now=NOW)
    assert event_notices() == [("Ana", "event_cancelled")]
