"""Skeletons of names: names with equal skeletons look alike.

The method is that of Unicode Technical Standard 39, section 4, with the table of the package
`confusable-homoglyphs`. Skeletons are stored (`User.name_skeleton`), so another table needs a
migration that computes them anew; a test checks the table.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

from accounts.scripts import without_ignorable

DUPLICATE_MARK: Final = " "
"""Separator of value and number in what is stored of a name equal to an older one.

No compared value has a space: spaces of names are compared as hyphens.
"""
MAX_MARK: Final = 9
"""Highest number that is checked for a wanted name; more equal accounts are not expected."""
_LEFT_TO_RIGHT_MARK: Final = "\u200e"


def compared(name: str) -> dict[str, str]:
    """Return column of User -> value by which a name is compared with other names."""
    return {"name_key": name_key(name), "name_skeleton": name_skeleton(name)}


def marked(value: str) -> list[str]:
    """Return the comparison values with a number, for a name whose plain value is taken."""
    return [f"{value}{DUPLICATE_MARK}{number}" for number in range(2, MAX_MARK + 1)]


def plain(stored: str | None) -> str | None:
    """Return a stored comparison value of a name without its number; None for None."""
    return stored.partition(DUPLICATE_MARK)[0] if stored is not None else None


def name_key(name: str) -> str:
    """Return the form of a name without case, in all of Unicode, with a hyphen for a space.

    >>> name_key("ÉANA LÓPEZ") == name_key("éana-lópez")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.replace(" ", "-")


def name_skeleton(name: str) -> str:
    """Return a text that is the same for all names which look alike, in any case.

    A capital I looks like an l and a small i does not, so the skeleton is taken before the case is
    folded, and once more after that, as m looks like rn and M does not.

    >>> [name_skeleton(name) for name in ("PauI", "paul", "pau1", "LEO0", "leoo", "mar")]
    ['paul', 'paul', 'paul', 'leoo', 'leoo', 'rnar']
    """
    return skeleton(skeleton(name).casefold())


def looks_of(name: str) -> set[str]:
    """Return the skeletons of a name as written and in small letters; a lookalike has one of them."""
    return {name_skeleton(name), name_skeleton(name.casefold())}


def skeleton(text: str) -> str:
    """Return a text with each confusable character replaced by its prototype (UTS 39).

    Invisible characters are left out; a space counts as a hyphen.

    >>> skeleton("p\\u0430yp\\u0430l"), skeleton("I1l|"), skeleton("modern")
    ('paypal', 'llll', 'rnodern')
    """
    table = _prototypes()
    drawn = without_ignorable(unicodedata.normalize("NFD", text))
    mapped = "".join(table.get(char, char) for char in drawn).replace(" ", table.get("-", "-"))
    return unicodedata.normalize("NFD", mapped)


@cache
def _prototypes() -> dict[str, str]:
    """Return confusable character -> its prototype (UTS 39), read on first use.

    The package lists, for a prototype, the characters like it, and for each of those the prototype.
    A character with several neighbours is thus the prototype; of two characters with only each
    other it is the longer one, or the smaller: any rule will do that is always the same.
    """
    neighbours = _neighbours()
    prototypes = {}
    for text, others in neighbours.items():
        best = max(
            {text, *others},
            key=lambda candidate: (len(neighbours[candidate]), len(candidate), _last(candidate)),
        )
        if len(text) == 1 and best != text:
            prototypes[text] = best
    return {text: _mapped(prototypes[text], prototypes) for text in prototypes}


def _neighbours() -> dict[str, set[str]]:
    """Return the characters that the package lists with each character, in both directions."""
    from confusable_homoglyphs.utils import load

    neighbours: dict[str, set[str]] = {}
    for text, alike in load("confusables.json").items():
        for lookalike in alike:
            first, other = _bare(text), _bare(lookalike["c"])
            neighbours.setdefault(first, set()).add(other)
            neighbours.setdefault(other, set()).add(first)
    return neighbours


def _mapped(text: str, table: dict[str, str]) -> str:
    """Replace each character of a decomposed text by its prototype."""
    return "".join(table.get(char, char) for char in unicodedata.normalize("NFD", text))


def _bare(text: str) -> str:
    """Return a text of the package's table of confusables without direction marks."""
    return text.replace(_LEFT_TO_RIGHT_MARK, "")


def _last(text: str) -> tuple[int, ...]:
    """Return a sort key by which the smaller of two texts comes last."""
    return tuple(-ord(char) for char in text)
