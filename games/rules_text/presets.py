"""The names of presets, of the ways of forming sides and of the ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import PRESETS

Text = str | Promise


class PresetWords(NamedTuple):
    """Words for a preset: its name, a sentence or two about it, and the minutes a match takes."""

    title: Text
    about: Text
    minutes: int


PRESET_WORDS: Final[Mapping[str, PresetWords]] = {
    "ludoteka": PresetWords(
        _("Classic Brisca"),
        _("Exchange the seven or the two after winning a trick. At 60–60, everyone wins the deal."),
        15,
    ),
    "senas": PresetWords(
        _("Pairs with signs"),
        _("The classic game, with partners who may show each other by signs what they hold."),
        15,
    ),
    "doncomos": PresetWords(
        _("Don Comos Brisca"),
        _(
            "Like the classic game, but the eldest hand wins at 60–60, and the exchange closes "
            "earlier. Partners make signs."
        ),
        15,
    ),
    "catalan": PresetWords(
        _("Catalan Brisca"),
        _("With arrastre, exchanges at any time, and the last tricks for the highest trumps."),
        15,
    ),
    "wikipedia_en": PresetWords(
        _("Encyclopaedic Brisca"),
        _("Like the Catalan game, but at 60–60 the side with more cards wins."),
        15,
    ),
    "mexican": PresetWords(
        _("Mexican Brisca"),
        _("Upside down: you win a deal by ending it with eleven points or fewer."),
        30,
    ),
    "briscola": PresetWords(
        _("Briscola"),
        _("The Italian way: no exchange, and a tied deal counts for nobody."),
        25,
    ),
    "scoperta": PresetWords(
        _("Open Briscola"),
        _("Briscola for two with both hands face up: nothing to guess, everything to work out."),
        25,
    ),
    "mariaje": PresetWords(
        _("Mariaje"),
        _("A king and knight of the same suit score 20 or 40 points. First to 500 wins."),
        30,
    ),
    "chiamata": PresetWords(
        _("Briscola Chiamata"),
        _(
            "For five: bid for the lowest card, call it, and whoever holds it is your secret partner."
        ),
        40,
    ),
    "chiamata_buia": PresetWords(
        _("Blind Chiamata"),
        _("Like Chiamata, but trumps are named only after the first trick."),
        40,
    ),
    "chiamata_punti": PresetWords(
        _("Chiamata with Points"),
        _("Like Chiamata, but you bid points, and call the card afterwards."),
        40,
    ),
    "gingo": PresetWords(
        _("Gingo"),
        _(
            "Bid points, call the highest trump you do not hold, and win or lose what you bid. Ten deals."
        ),
        35,
    ),
    "rematada": PresetWords(
        _("Brisca Rematada"),
        _(
            "Three players bid from 100 points up; the winner takes two extra cards and plays alone."
        ),
        30,
    ),
    "muerte_al_tres": PresetWords(
        _("Kill the Three"),
        _("The ace of trumps hunts the three: whoever catches it wins the deal on the spot."),
        15,
    ),
}

TEAM_WORDS: Final[Mapping[tuple[int, str], Text]] = {
    (2, "individual"): _("head to head"),
    (3, "individual"): _("each alone"),
    (4, "pairs"): _("pairs"),
    (4, "individual"): _("each alone"),
    (5, "individual"): _("each alone"),
    (6, "threes"): _("two threes"),
    (6, "pairs"): _("three pairs"),
}

_RANKS: Final[Mapping[int, Text]] = {
    1: _("ace"), 2: _("two"), 3: _("three"), 4: _("four"), 5: _("five"), 6: _("six"),
    7: _("seven"), 8: _("eight"), 9: _("nine"), 10: _("jack"), 11: _("knight"), 12: _("king"),
    13: _("king"),  # of a whole French pack, wherever it is not known that one is used
}  # fmt: skip
_PLURALS: Final[Mapping[int, Text]] = {
    2: _("twos"), 3: pgettext_lazy("rank", "threes"), 4: _("fours"), 5: _("fives"), 6: _("sixes"), 7: _("sevens"),
    8: _("eights"), 9: _("nines"), 10: _("jacks"), 11: _("knights"), 12: _("kings"), 13: _("kings"),
    1: _("aces"),
}  # fmt: skip
_FRENCH: Final[Mapping[str, Mapping[int, Text]]] = {
    "kqj": {11: _("queen")},
    "1098": {12: _("ten"), 11: _("nine"), 10: _("eight")},
    "all52": {13: _("king"), 12: _("queen"), 11: _("jack"), 10: _("ten")},
}
"""Names of the French cards that stand for Spanish ranks."""


def preset_title(preset: str) -> str:
    """Return the human-readable name of a preset; one without words is named after its id.

    >>> preset_title("sant_feliu")
    'Sant Feliu'
    """
    words = PRESET_WORDS.get(preset)
    return str(words.title) if words else preset.replace("_", " ").title()


def preset_about(preset: str) -> str:
    """Return the description of a preset, in a sentence; "" if it has none."""
    words = PRESET_WORDS.get(preset)
    return str(words.about) if words else ""


def preset_counts(preset: str) -> str:
    """Return the numbers of players of a preset in words: `2, 3, 4 or 6 players`."""
    counts = [str(count) for count in PRESETS[preset].players] if preset in PRESETS else []
    return _t("%(counts)s players") % {"counts": either(counts)} if counts else ""


def preset_length(preset: str) -> str:
    """Return in words how long a match of a preset takes; "" if that is not known."""
    words = PRESET_WORDS.get(preset)
    return _t("about %(minutes)s min") % {"minutes": words.minutes} if words else ""


def teams_words(players: int, teams: str) -> str:
    """Return in words how a number of players form sides; `teams` is the option's value."""
    return str(TEAM_WORDS.get((players, teams), teams))


def rank_name(number: int, french: str = "off") -> str:
    """Return the name of the rank with this number; `french` is the option `deck.french`."""
    shown = _FRENCH.get(french, {}).get(number)
    return str(shown or _RANKS[number])


def rank_plural(number: int) -> str:
    """Return the name of all cards with this printed number ("aces")."""
    return str(_PLURALS[number])


def either(words: Iterable[object]) -> str:
    """Return words joined as in a sentence, with commas and a last "or"."""
    return _joined(words, _t("%(first)s or %(last)s"))


def both(words: Iterable[object]) -> str:
    """Return words joined as in a sentence, with commas and a last "and"."""
    return _joined(words, _t("%(first)s and %(last)s"))


def _joined(words: Iterable[object], frame: str) -> str:
    *first, last = [str(word) for word in words]
    return frame % {"first": ", ".join(first), "last": last} if first else last
