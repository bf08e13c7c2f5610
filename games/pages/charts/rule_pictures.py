"""Pictures for readable rules, made from a ruleset as its sentences are."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.cardnames import suit_name
from games.engine import Card, Ruleset, number_of

TRUMP: Final = "O"
"""The trump suit of all examples."""
MAX_CARDS: Final = 4
"""Maximum number of cards of an example of a trick."""


class Shown(NamedTuple):
    """A card as a picture of a rule shows it: the caption below, and whether it is highlighted."""

    card: Card
    caption: str = ""
    marked: bool = False


class Picture(NamedTuple):
    """Picture that explains a rule: groups of cards, each exchanged for or added to the next."""

    text: str
    groups: list[list[Shown]]


def pictures(ruleset: Ruleset) -> dict[str, list[Picture]]:
    """Return section of the rules -> pictures that explain it; `explain` makes the sections."""
    made = {
        "tricks": _tricks(ruleset),
        "exchange": _exchanges(ruleset),
        "marriages": _marriages(ruleset),
        "special": _special(ruleset),
    }
    return {key: found for key, found in made.items() if found}


def _numbers(ruleset: Ruleset) -> list[int]:
    """Return the printed numbers of the deck, from high to low."""
    rules = ruleset.rules
    used = {number_of(card) for card in rules.deck}
    return [number for number in rules.order if number in used]


def _named(suit: str, ruleset: Ruleset) -> str:
    """Return the name of a suit in lower case, in the words of the ruleset's deck."""
    return suit_name(suit, str(ruleset.options["deck.french"])).lower()


def _tricks(ruleset: Ruleset) -> list[Picture]:
    """Return a trick won by the suit led, and a trick won by a trump."""
    size = min(ruleset.rules.trick_size, MAX_CARDS)
    ace, three, king, knight, jack, *_middle, low = _numbers(ruleset)
    plain = [f"C{jack}", f"C{king}", f"B{ace}", f"C{low}"][:size]
    trumped = [f"C{ace}", f"{TRUMP}{low}", f"C{knight}", f"E{three}"][:size]
    suit = _named(TRUMP, ruleset)
    return [
        Picture(
            _("Trumps are %(suit)s, and nobody plays any: the highest card of the suit led wins.")
            % {"suit": suit},
            [_laid(ruleset, plain)],
        ),
        Picture(
            _("Here a trump was played, so it wins, however low it is."),
            [_laid(ruleset, trumped)],
        ),
    ]


def _laid(ruleset: Ruleset, cards: list[Card]) -> list[Shown]:
    """Return a trick in the order of play, with the card marked that wins by these rules."""
    power = ruleset.rules.power[TRUMP, cards[0][0]]
    best = max(cards, key=lambda card: power[card])
    captions = {cards[0]: _("leads"), best: _("wins")}
    return [Shown(card, captions.get(card, ""), card == best) for card in cards]


def _exchanges(ruleset: Ruleset) -> list[Picture]:
    """Return the cards that the seven takes, and those that the two takes, where they may."""
    rules = ruleset.rules
    if not rules.exchange:
        return []
    seven, two = rules.exchange_pair[TRUMP]
    suit = [f"{TRUMP}{number}" for number in _numbers(ruleset)]
    higher = [card for card in suit if rules.strengths[card] > rules.strengths[seven]]
    lower = [card for card in suit if card not in (*higher, two)]
    suit_words = {"suit": _named(TRUMP, ruleset)}
    made = [
        Picture(
            _("Trumps are %(suit)s: the seven is changed for any of these.") % suit_words,
            [[Shown(seven, marked=True)], [Shown(card) for card in higher]],
        )
    ]
    if two in suit:
        made.append(
            Picture(
                _("The two is changed for any of these."),
                [[Shown(two, marked=True)], [Shown(card) for card in lower]],
            )
        )
    return made


def _marriages(ruleset: Ruleset) -> list[Picture]:
    """Return king and knight of trumps, and of another suit; empty where they do not count."""
    if ruleset.options["marriage.mode"] == "none":
        return []
    king, knight, _jack = ruleset.rules.figures
    made = []
    for suit, points in ((TRUMP, 40), ("E", 20)):
        pair = [Shown(f"{suit}{king}"), Shown(f"{suit}{knight}")]
        words = ngettext("%(n)d point", "%(n)d points", points) % {"n": points}
        if suit == TRUMP:
            words = _("%(points)s, where %(suit)s are trumps") % {
                "points": words,
                "suit": _named(TRUMP, ruleset),
            }
        made.append(Picture(words, [pair]))
    return made


def _special(ruleset: Ruleset) -> list[Picture]:
    """Return the ace that pulls trumps, and the ace that kills."""
    ace, second, *_rest = _numbers(ruleset)
    made = []
    if ruleset.options["arrastre"]:
        made.append(Picture(_("The ace of trumps pulls."), [[Shown(f"{TRUMP}{ace}", marked=True)]]))
    if ruleset.options["muerte"]:
        killed = [Shown(f"{TRUMP}{second}", _("falls")), Shown(f"{TRUMP}{ace}", _("wins"), True)]
        made.append(Picture(_("Both in one trick: the deal is over."), [killed]))
    return made
