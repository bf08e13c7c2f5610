"""Pictures of rules, made from a ruleset by the engine's own order and values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.card_names import suit_name
from games.engine import Card, Ruleset, number_of
from games.rules_text import rank_name
from games.rules_text.facts import Facts

EXAMPLE_TRUMP: Final = "O"
"""The trump suit of all examples."""
MAX_EXAMPLE_CARDS: Final = 4
"""Maximum number of cards of an example of a trick."""
BACK: Final = "back"
"""The code of a card that lies face down."""
MADE_OVER: Final = 10
"""Points above the line in the example of a bar."""
EXAMPLE_POINTS: Final = 52
"""Own points in the example of a bar without a line."""
TALON_EXTRAS: Final = 50
"""Points beside those of the cards in a deal with two cards for the winner of the auction: 40 and 10."""


class PicturedCard(NamedTuple):
    """A card in a picture of a rule: its code, the caption below, and whether it is highlighted."""

    card: Card
    caption: str = ""
    marked: bool = False


class Picture(NamedTuple):
    """Picture that explains a rule: groups of cards, each exchanged for or added to the next."""

    text: str
    groups: list[list[PicturedCard]]


def pictures(ruleset: Ruleset) -> dict[str, list[Picture]]:
    """Return a dict from section of a ruleset's readable rules to the pictures that explain it."""
    by_section = {
        "auction": _auction(ruleset),
        "tricks": _tricks(ruleset),
        "exchange": _exchanges(ruleset),
        "marriages": _marriages(ruleset),
        "special": _special(ruleset),
    }
    return {section: examples for section, examples in by_section.items() if examples}


def _numbers(ruleset: Ruleset) -> list[int]:
    """Return the printed numbers of the ruleset's cards, from strongest to weakest."""
    rules = ruleset.rules
    used = {number_of(card) for card in rules.deck}
    return [number for number in rules.order if number in used]


def _named(suit: str, ruleset: Ruleset) -> str:
    """Return the name of a suit in lower case, in the words of the ruleset's deck."""
    return suit_name(suit, str(ruleset.options["deck.french"])).lower()


def _tricks(ruleset: Ruleset) -> list[Picture]:
    """Return three pictures of tricks: won by the highest card, by the suit led, and by a trump."""
    size = min(ruleset.rules.trick_size, MAX_EXAMPLE_CARDS)
    ace, second, king, knight, jack, *_middle, low = _numbers(ruleset)
    same_suit = [f"B{jack}", f"B{second}", f"B{knight}", f"B{low}"][:size]
    other_suits = [f"C{low}", f"E{ace}", f"B{king}", f"E{second}"][:size]
    trumped = [f"C{ace}", f"{EXAMPLE_TRUMP}{low}", f"C{knight}", f"E{second}"][:size]
    points = sum(ruleset.rules.points[card] for card in same_suit)
    highest = ngettext(
        "The highest card of the suit led takes %(n)d point.",
        "The highest card of the suit led takes %(n)d points.",
        points,
    )
    suit = _named(EXAMPLE_TRUMP, ruleset)
    return [
        Picture(highest % {"n": points}, [_laid(ruleset, same_suit)]),
        Picture(
            _("A card of another suit never wins, unless it is a trump."),
            [_laid(ruleset, other_suits)],
        ),
        Picture(
            _("Trumps are %(suit)s: any trump takes the ace, however low it is.") % {"suit": suit},
            [_laid(ruleset, trumped)],
        ),
    ]


def _laid(ruleset: Ruleset, cards: list[Card]) -> list[PicturedCard]:
    """Return the cards of an example trick in the order of play, the winning card marked."""
    power = ruleset.rules.power[EXAMPLE_TRUMP, cards[0][0]]
    best = max(cards, key=lambda card: power[card])
    captions = {cards[0]: _("leads"), best: _("wins")}
    if best == cards[0]:
        captions[best] = _("leads and wins")
    return [PicturedCard(card, captions.get(card, ""), card == best) for card in cards]


def _ranked(ruleset: Ruleset, cards: list[Card]) -> list[PicturedCard]:
    """Return cards, each with the name of its rank under it."""
    french = str(ruleset.options["deck.french"])
    return [PicturedCard(card, rank_name(number_of(card), french)) for card in cards]


def _exchanges(ruleset: Ruleset) -> list[Picture]:
    """Return pictures of the cards that may be exchanged for the seven or the two of trumps."""
    rules = ruleset.rules
    if not rules.exchange:
        return []
    seven, two = rules.exchange_pair[EXAMPLE_TRUMP]
    suit = [f"{EXAMPLE_TRUMP}{number}" for number in _numbers(ruleset)]
    higher = [card for card in suit if rules.strengths[card] > rules.strengths[seven]]
    lower = [card for card in suit if card not in (*higher, two)]
    suit_words = {"suit": _named(EXAMPLE_TRUMP, ruleset)}
    examples = [
        Picture(
            _("Trumps are %(suit)s: the seven is changed for any of these.") % suit_words,
            [_ranked(ruleset, [seven]), _ranked(ruleset, higher)],
        )
    ]
    if two in suit:
        examples.append(
            Picture(
                _("The two is changed for any of these."),
                [_ranked(ruleset, [two]), _ranked(ruleset, lower)],
            )
        )
    return examples


def _auction(ruleset: Ruleset) -> list[Picture]:
    """Return a picture of what is bid for; [] if the ruleset has no auction."""
    if not ruleset.rules.auction:
        return []
    if ruleset.rules.talon:
        text = _("Two cards lie face down: whoever wins the auction takes them.")
    else:
        text = _("One card is called, and nobody knows who holds it.")
    return [Picture(text, [[PicturedCard(card) for card in poster(ruleset).cards]])]


def _marriages(ruleset: Ruleset) -> list[Picture]:
    """Return pictures of king and knight of a suit, with their bonus; [] if there is none."""
    if ruleset.options["marriage.mode"] == "none":
        return []
    king, knight, _jack = ruleset.rules.figures
    examples = []
    for suit, points in ((EXAMPLE_TRUMP, 40), ("E", 20)):
        pair = [PicturedCard(f"{suit}{king}"), PicturedCard(f"{suit}{knight}")]
        words = ngettext("%(n)d point", "%(n)d points", points) % {"n": points}
        if suit == EXAMPLE_TRUMP:
            words = _("%(points)s, where %(suit)s are trumps") % {
                "points": words,
                "suit": _named(EXAMPLE_TRUMP, ruleset),
            }
        examples.append(Picture(words, [pair]))
    return examples


def _special(ruleset: Ruleset) -> list[Picture]:
    """Return pictures of the aces of trumps with a special effect under the ruleset, if any."""
    ace, second, *_rest = _numbers(ruleset)
    examples = []
    if ruleset.options["arrastre"]:
        examples.append(
            Picture(
                _("The ace of trumps pulls."),
                [[PicturedCard(f"{EXAMPLE_TRUMP}{ace}", marked=True)]],
            )
        )
    if ruleset.options["muerte"]:
        killed = [
            PicturedCard(f"{EXAMPLE_TRUMP}{second}", _("falls")),
            PicturedCard(f"{EXAMPLE_TRUMP}{ace}", _("wins"), True),
        ]
        examples.append(Picture(_("Both in one trick: the deal is over."), [killed]))
    return examples


class Poster(NamedTuple):
    """Picture of the rule that makes a ruleset another game: cards, or else faces that make signs.

    `wall` is the CSS class of the wall behind them; "" is the cloth of the table.
    """

    wall: str
    cards: list[Card]
    faces: list[str]


def poster(ruleset: Ruleset) -> Poster:
    """Return the picture of the rule that makes a ruleset another game."""
    ace, second, king, knight, jack, *_middle, low = _numbers(ruleset)
    cards = next(pictured for applies, pictured in _POSTERS if applies(Facts(ruleset)))
    ranks = {"a": ace, "b": second, "k": king, "q": knight, "j": jack, "z": low, "7": 7}
    faces = [name.removeprefix("sign:") for name in cards[1:] if name.startswith("sign:")]
    shown = [
        BACK if name == BACK else f"{name[0]}{ranks[name[1]]}" for name in cards[1:] if not faces
    ]
    return Poster(cards[0], shown, faces)


def _ties(first: str) -> Callable[[Facts], bool]:
    """Return a condition on a ruleset: whether this way of settling a tie comes first."""
    return lambda facts: facts.options["tie.chain"][0] == first


_POSTERS: Final[tuple[tuple[Callable[[Facts], bool], tuple[str, ...]], ...]] = (
    (lambda facts: facts.talon, ("events", BACK, BACK)),
    (lambda facts: bool(facts.options["chiamata.dark"]), ("events", BACK, BACK, BACK)),
    (lambda facts: facts.options["chiamata.scoring"] == "gingo", ("people", BACK, "Ob", "Ok")),
    (lambda facts: facts.chosen("auction.kind") == "points", ("events", "Ek", BACK, BACK)),
    (lambda facts: facts.auction, ("events", "Oa", BACK, BACK)),
    (
        lambda facts: facts.options["score.policy"] == "stay_under",
        ("people", "Oz", "Cz", "E7"),
    ),
    (lambda facts: bool(facts.options["open_hands"]), ("", "Ek", "Cj", "Bq")),
    (lambda facts: facts.options["marriage.mode"] != "none", ("people", "Ck", "Cq")),
    (lambda facts: bool(facts.options["muerte"]), ("events", "Ea", "Eb")),
    (_ties("most_cards"), ("", "Bz", "C7", "Ez")),
    (lambda facts: bool(facts.options["arrastre"]), ("", "Ba", "Bb", "Bk")),
    (_ties("mano"), ("", "Ok", "Oq", "Oj")),
    (
        lambda facts: facts.chosen("talk.mode") == "senas",
        ("events", "sign:trump_three", "sign:trump_ace"),
    ),
    (lambda facts: not facts.options["exchange.enabled"], ("people", "Ob", "Ck", "Ba")),
    (lambda facts: True, ("", "E7", "Eb", "Oa")),
)
"""The pictures of games: the first whose condition is true of a ruleset is its own.

After the wall come cards, each a suit and a rank (a: ace, b: the rank below it, k, q, j: king, knight, jack, z: the
lowest), backs of cards, or names of signs.
"""


class PointsBar(NamedTuple):
    """An example of the points of a deal, drawn as a bar with a line at what is to be reached.

    `line` is None where nothing but more than the others is to be reached.
    """

    whole: int
    own: int
    line: int | None
    line_text: str
    own_name: str
    others_name: str

    @property
    def others(self) -> int:
        """Return the points that are not one's own."""
        return self.whole - self.own


def points_bar(ruleset: Ruleset) -> PointsBar:
    """Return the bar of the points of a deal, with the line at what the ruleset asks for."""
    facts = Facts(ruleset)
    others = _("The others") if ruleset.players > 2 else _("The other")
    if facts.auction:
        return _auction_bar(facts, others)
    own = _("Your side") if facts.partners else _("You")
    if facts.options["score.policy"] == "stay_under":
        limit = facts.options["mexican.limit"]
        text = _("up to %(n)d") % {"n": limit}
        return PointsBar(facts.total, max(limit - 2, 0), limit, text, own, others)
    if facts.options["match.unit"] == "points":
        return PointsBar(facts.total, EXAMPLE_POINTS, None, _("all points count"), own, others)
    if len(ruleset.rules.sides) > 2:
        return PointsBar(facts.total, EXAMPLE_POINTS, None, _("most points win"), own, others)
    text = _("%(n)d win") % {"n": facts.most}
    return PointsBar(facts.total, facts.most + MADE_OVER, facts.most, text, own, others)


def _auction_bar(facts: Facts, others: str) -> PointsBar:
    """Return the bar of a deal with an auction, with the line at the least that may be bid."""
    by_points = facts.options["auction.kind"] == "points"
    line = facts.options["auction.min"] if by_points else facts.most
    whole = facts.total + (TALON_EXTRAS if facts.talon else 0)
    text = _("at least %(n)d, or what was bid") % {"n": line}
    own = min(line + MADE_OVER, whole)
    return PointsBar(whole, own, line, text, _("The winner of the auction"), others)
