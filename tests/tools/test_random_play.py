"""`random_play` plays every way of sitting and says how much it checked."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine import PRESETS
from tests.support import invariants
from tools.laboratory.random_play import tables_for


def run(*args):
    out = StringIO()
    call_command("random_play", *args, stdout=out)
    return out.getvalue()


def test_checks_and_counts():
    told = run("--deals", "24", "--players", "2,4", "--seed", "3")
    figures = dict(line.rsplit(maxsplit=1) for line in told.splitlines()[:-1])
    assert figures["deals"] == "24"
    assert int(figures["views"]) > 24 * 40 * 3
    assert int(figures["illegal refused"]) > 100
    assert "everything holds" in told


def test_covers_every_built_preset_and_way_of_sitting():
    ways = [(name, len(teams)) for name, preset in PRESETS.items()
            for teams in preset.players.values()]  # fmt: skip
    assert len(tables_for("2,3,4,5,6")) == sum(count for _, count in ways)
    assert {rules.ruleset.preset for rules in tables_for("5")} == {
        "chiamata", "chiamata_buia", "chiamata_punti", "gingo",
    }  # fmt: skip


def test_plays_the_presets_that_are_asked_for():
    assert {rules.ruleset.preset for rules in tables_for("2,3,4,5,6", "gingo, rematada")} == {
        "gingo", "rematada",
    }  # fmt: skip
    assert "everything holds" in run("--deals", "4", "--preset", "rematada,muerte_al_tres")
    with pytest.raises(CommandError, match="there is no preset 'poker'"):
        run("--preset", "poker")


def test_numbers_of_players_that_nothing_is_played_by_are_refused():
    with pytest.raises(CommandError, match="no preset is played by '7'"):
        run("--players", "7")


def test_a_fault_is_reported_with_its_seed(monkeypatch):
    monkeypatch.setattr(invariants, "redact", lambda event, seat: event)
    with pytest.raises(CommandError, match=r"may not know \(seed 9, match 1\)"):
        run("--deals", "2", "--seed", "9")
