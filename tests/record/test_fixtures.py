"""The records that the page is tested by are good ones, and have what they are there for."""

from __future__ import annotations

import json

import pytest

from games.record import verify_record
from tests.record.fixtures import FIXTURES, FOLDER

OLDER = {"again", "claim", "four", "six", "three", "two"}
"""Of matches that bots played."""


def test_each_fixture_is_written_and_no_other_lies_there():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*FIXTURES, *OLDER}


@pytest.mark.parametrize("name", sorted({*FIXTURES, *OLDER}))
def test_a_fixture_holds(name):
    record = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    verify_record(record)
    if name in FIXTURES:
        one = FIXTURES[name]
        assert (record["preset"], len(record["seats"])) == (one.preset, one.players)
        assert {key: record["rules"][key] for key in one.options} == one.options
        assert one.wanted(record)
