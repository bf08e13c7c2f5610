"""The chapters of the guide, in the order in which they are read.

What a chapter says stands in `templates/games/guide/`, in a template with its slug as name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.engine import Card
from games.rules_text.presets import Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """One chapter of the guide: title, a line about it, and the theme of linked puzzles."""

    slug: str
    title: Text
    line: Text
    """Subject of the chapter, in one sentence."""
    short: Text
    """The same in a few words, for lists."""
    cards: tuple[Card, Card]
    """The two cards that stand for the chapter in pictures."""
    theme: str = ""
    """The theme of puzzles about the same, one of `games.puzzles.THEMES`."""

    @property
    def template(self) -> str:
        """Return the path of the template with the chapter's text."""
        return f"games/guide/{self.slug}.html"


CHAPTERS: Final = (
    Chapter(
        "counting",
        _("Counting points"),
        _("There are 120 points, and 61 win."),
        _("There are 120; with 61 you win"),
        ("O1", "O3"),
        theme="trumps",
    ),
    Chapter(
        "briscas",
        _("Aces and threes"),
        _("Two cards of each suit hold most of the points: bring them home."),
        _("Two cards of each suit"),
        ("C1", "C3"),
    ),
    Chapter(
        "exchange",
        _("The seven and the two"),
        _("The seven of trumps is worth as much as the card it can be changed for."),
        _("When to exchange"),
        ("E7", "E3"),
        theme="seven",
    ),
    Chapter(
        "trumps",
        _("Trumps"),
        _("A trump is a sure trick: it is worth what lies in the trick that it takes."),
        _("Worth what it takes"),
        ("O12", "O4"),
        theme="trumps",
    ),
    Chapter(
        "last-tricks",
        _("The last three tricks"),
        _("The stock is gone: whoever has counted knows all cards."),
        _("No stock left"),
        ("O10", "B1"),
        theme="last_tricks",
    ),
    Chapter(
        "partners",
        _("Partners and signs"),
        _("Your partner's points are yours: give them, and say what you hold where you may."),
        _("Give it to whoever wins it"),
        ("E1", "E12"),
        theme="partner",
    ),
    Chapter(
        "auctions",
        _("Auctions and bids"),
        _("In some games you bid for the right to name trumps, and play against the others."),
        _("What your hand is worth"),
        ("O11", "O6"),
        theme="bids",
    ),
)


def chapter_of(slug: str) -> Chapter:
    """Return the chapter of the guide with this slug.

    Raises:
        KeyError: there is none.
    """
    return {chapter.slug: chapter for chapter in CHAPTERS}[slug]
