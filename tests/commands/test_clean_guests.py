"""Guests who never played go after a while; all others stay."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from accounts.services import create_guest
from games.models import Player
from games.services.players import house_bot, player_for
from games.services.tables import TableOptions, begin, open_table, stand

pytestmark = pytest.mark.django_db


def came(name, days):
    """A guest who came so many days ago."""
    guest = create_guest(language="es", name=name)
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=days))
    return guest


def clean(*options):
    out = StringIO()
    call_command("clean_guests", *options, stdout=out)
    return out.getvalue()


def names():
    return set(User.objects.values_list("username", flat=True))


def test_deletes_guests_who_came_long_ago_and_never_sat_down():
    came("Reciente", 29)
    came("Antigua", 31)
    player_for(came("Asomada", 40))
    User.objects.create(username="Lucia", date_joined=timezone.now() - timedelta(days=900))
    bot = house_bot("rules", 0)
    assert clean() == "2 guests deleted\n"
    assert names() == {"Reciente", "Lucia"}
    assert list(Player.objects.all()) == [bot]
    assert clean("--days", "28") == "1 guests deleted\n"


def test_guests_with_a_seat_stay():
    waits, plays, left = [player_for(came(name, 99)) for name in ("Espera", "Juega", "Fue")]
    for player in (waits, plays, left):
        table = open_table(host=player, chosen=TableOptions(preset="ludoteka", players=2))
        if player == plays:
            begin(table=table, player=player)
            table.seats.update(player=None)
        elif player == left:
            stand(table=table, player=player)
    assert clean() == "1 guests deleted\n"
    assert names() == {"Espera", "Juega"}


def test_an_age_is_a_day_or_more():
    with pytest.raises(CommandError):
        clean("--days", "0")
