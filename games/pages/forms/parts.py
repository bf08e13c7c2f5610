"""The parts of the form that opens a table, as its template shows them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django import forms


class Row(NamedTuple):
    """One option of the rules as the form of a new table shows it: field, state and errors."""

    name: str
    field: forms.BoundField
    changed: bool
    wrong: str
    is_box: bool


class Group(NamedTuple):
    """A group of options in the form: those that matter in the chosen game, and the rest."""

    key: str
    title: str
    icon: str
    rows: list[Row]
    rest: list[Row]
    changes: int
    is_open: bool


class Seating(NamedTuple):
    """A choice of the form: how many people play, and on which sides."""

    value: str
    players: int
    words: str
    is_chosen: bool


GROUP_ICONS: Final = {
    "match": "flag",
    "exchange": "swap",
    "partners": "sign",
    "play": "cards",
    "last": "pile",
    "result": "trophy",
    "marriage": "users",
    "auction": "chat",
    "death": "mark",
    "pack": "book",
    "open": "eye",
    "pot": "plus",
}
FIRST_OFFERED: Final = (
    "ludoteka", "senas", "catalan", "briscola", "mariaje", "muerte_al_tres",
)  # fmt: skip
"""Games that are always visible; the others are behind a line that names them."""


class Offer(NamedTuple):
    """A game as the form of a new table offers it, with texts about it and its seatings."""

    name: str
    title: str
    about: str
    counts: str
    length: str
    seatings: str
    chosen: bool


class Box(forms.CheckboxInput):
    """Checkbox widget that sends `true`, with a hidden field before it that sends `false`."""

    def __init__(self, attrs: dict[str, Any]) -> None:
        super().__init__(attrs, check_test=lambda value: value in (True, "true"))

    def format_value(self, value: Any) -> str:
        """Return `true`, which the ticked checkbox sends."""
        return "true"

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return the submitted text of the checkbox's field; "" if it is missing."""
        return data.get(name, "")
