"""The house's bots are made once."""

from io import StringIO
from typing import get_args

import pytest
from django.core.management import call_command

from games.answers.daily import Level
from games.common.house_bots import LEVELS
from games.models import Player

pytestmark = pytest.mark.django_db


def told():
    out = StringIO()
    call_command("house_bots", stdout=out)
    return out.getvalue()


def test_makes_bots_of_every_level_once_and_then_says_nothing():
    assert told() == "30 house bots made\n"
    assert set(Player.objects.values_list("bot", flat=True)) == set(LEVELS)
    assert told() == ""
    assert Player.objects.count() == 30


def test_the_api_has_the_levels_of_the_house():
    assert get_args(Level) == LEVELS
