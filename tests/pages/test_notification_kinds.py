"""Every kind of notification is in the lists that say what people read of it."""

from __future__ import annotations

import re
from pathlib import Path

from games.conduct.notifying import CHANNELS, DEFAULTS
from games.models import NotificationKind
from games.pages.wording.notifications import ACTIONS, ICONS, KINDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "notifications.md"
ALL = set(NotificationKind.values)


def documented() -> list[tuple[str, frozenset[str]]]:
    """Return the rows of the table of kinds in the docs: a kind in words, and its channels."""
    table = PAGE.read_text().split("| kind | on the site |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| (.+) \| (yes|no) \| (yes|no) \| (yes|no) \|$", table, re.MULTILINE)
    return [
        (words, frozenset(name for name, said in zip(CHANNELS, yes, strict=True) if said == "yes"))
        for words, *yes in rows
    ]


def test_every_kind_has_channels_in_defaults_of_notifying() -> None:
    assert set(DEFAULTS) == ALL, "games/conduct/notifying.py: DEFAULTS"


def test_every_kind_has_a_name_on_the_page_of_settings() -> None:
    assert set(KINDS) == ALL, "games/pages/wording/notifications.py: KINDS"


def test_icons_and_actions_are_of_kinds_that_exist() -> None:
    assert set(ICONS) | set(ACTIONS) <= ALL, "games/pages/wording/notifications.py: ICONS, ACTIONS"


def test_the_docs_have_a_row_for_every_kind_with_its_channels() -> None:
    channels = [channels for _words, channels in documented()]
    assert channels == [DEFAULTS[kind] for kind in KINDS], (
        "docs/notifications.md: a row for each kind, in the order of KINDS, with the channels of DEFAULTS"
    )
