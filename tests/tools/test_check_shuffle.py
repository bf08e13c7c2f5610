"""The command that measures the shuffle prints its chances, and fails if the decks are too uneven."""

from __future__ import annotations

import itertools
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.cards import PACK_40


def test_the_command_prints_its_chances_and_fails_at_uneven_decks(monkeypatch):
    out = StringIO()
    call_command("check_shuffle", "--decks=300", stdout=out)
    assert out.getvalue().count("p = ") == 3
    same = itertools.repeat(tuple(PACK_40), 300)
    monkeypatch.setattr("tools.laboratory.shuffles.decks", lambda pack, count, source: same)
    with pytest.raises(CommandError):
        call_command("check_shuffle", "--decks=300", stdout=StringIO())
