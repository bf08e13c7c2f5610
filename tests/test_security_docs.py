"""docs/asvs.md answers every requirement of ASVS 5.0.0 of levels 1 and 2; what the pages name exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
VERDICTS: Final = {"pass", "not applicable", "accepted"}
LEVELS_1_AND_2: Final = {
    "1.1": "1-2", "1.2": "1-9", "1.3": "1-11", "1.4": "1-3", "1.5": "1-2",
    "2.1": "1-3", "2.2": "1-3", "2.3": "1-4", "2.4": "1",
    "3.2": "1-2", "3.3": "1-4", "3.4": "1-6", "3.5": "1-5", "3.7": "1-2",
    "4.1": "1-3", "4.2": "1", "4.3": "1-2", "4.4": "1-4",
    "5.1": "1", "5.2": "1-3", "5.3": "1-2", "5.4": "1-3",
    "6.1": "1-3", "6.2": "1-12", "6.3": "1-4", "6.4": "1-4", "6.5": "1-5", "6.6": "1-3", "6.8": "1-4",
    "7.1": "1-3", "7.2": "1-4", "7.3": "1-2", "7.4": "1-5", "7.5": "1-2", "7.6": "1-2",
    "8.1": "1-2", "8.2": "1-3", "8.3": "1", "8.4": "1",
    "9.1": "1-3", "9.2": "1-4",
    "10.1": "1-2", "10.2": "1-2", "10.3": "1-4", "10.4": "1-11", "10.5": "1-5", "10.6": "1-2",
    "10.7": "1-3",
    "11.1": "1-2", "11.2": "1-3", "11.3": "1-3", "11.4": "1-4", "11.5": "1", "11.6": "1",
    "12.1": "1-3", "12.2": "1-2", "12.3": "1-4",
    "13.1": "1", "13.2": "1-5", "13.3": "1-2", "13.4": "1-5",
    "14.1": "1-2", "14.2": "1-4", "14.3": "1-3",
    "15.1": "1-3", "15.2": "1-3", "15.3": "1-7",
    "16.1": "1", "16.2": "1-5", "16.3": "1-4", "16.4": "1-3", "16.5": "1-3",
    "17.1": "1", "17.2": "1-4", "17.3": "1-2",
}  # fmt: skip
"""Section -> the numbers of its requirements of levels 1 and 2."""
ROW: Final = re.compile(r"^\| (\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", re.M)
PATH: Final = re.compile(
    r"`((?:accounts|brisca_site|docs|games|static|templates|tests)/[\w@./-]+|[\w-]+\.(?:txt|toml|json|js))`"
)


def wanted() -> list[str]:
    """The ids of all requirements of these levels."""
    found = []
    for section, numbers in LEVELS_1_AND_2.items():
        first, _, last = numbers.partition("-")
        found += [f"{section}.{number}" for number in range(int(first), int(last or first) + 1)]
    return found


def rows() -> list[tuple[str, str, str, str]]:
    """Id, requirement, verdict and evidence of each row."""
    return [tuple(row) for row in ROW.findall((DOCS / "asvs.md").read_text())]


def test_every_requirement_stands_there_once_and_in_order():
    assert len(wanted()) == 253, "as many as the standard counts in levels 1 and 2"
    assert [row[0] for row in rows()] == wanted()


def test_every_requirement_has_a_verdict_and_evidence():
    for number, requirement, verdict, evidence in rows():
        assert verdict in VERDICTS, f"{number}: {verdict!r} is no verdict"
        assert requirement.strip()
        assert PATH.search(evidence), f"{number} names no file"
        if verdict == "accepted":
            said = re.sub(r"`[^`]*`|[\W_]", "", evidence)
            assert len(said) > 20, f"{number} is accepted without a reason"


@pytest.mark.parametrize("page", ["asvs.md", "security.md"])
def test_every_file_that_is_named_exists(page):
    named = set(PATH.findall((DOCS / page).read_text()))
    assert len(named) > 20
    assert sorted(one for one in named if not (ROOT / one).exists()) == []


@pytest.mark.parametrize("page", ["asvs.md", "security.md"])
def test_nothing_is_left_to_do(page):
    """Fails as long as a row waits for a test that is named when all changes are together."""
    left = [line for line in (DOCS / page).read_text().splitlines() if "TODO" in line]
    assert left == [], "\n".join(left)
