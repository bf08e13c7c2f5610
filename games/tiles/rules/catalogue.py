"""The 24 tiles: their keys, words, pictures and conditions.

The words are English and marked for translation; `games.tiles.wording` translates them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from games.common.house_bots import FIGUREHEADS
from games.tiles.rules import conditions as of
from games.tiles.rules.conditions import Condition, in_a_deal
from games.tiles.rules.story import SeatStory


def gettext_noop(text: str) -> str:
    """Return a text unchanged; the name marks it for translation, as Django's function does."""
    return text


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile that a player wins once, by how a match was played."""

    key: str
    """Its stable name in the database and in the API."""
    title: str
    condition: str
    """How it is won, a sentence without a subject."""
    face: str
    """The symbol of `static/img/tiles.svg` that is drawn."""
    card: str
    """The card that lies on it."""
    is_met: Condition


def _tree(level: str, face: str, card: str, condition: str) -> Tile:
    """Return the tile for a match won against a level of the house, with the name of its bot."""
    return Tile(f"tree_{level}", FIGUREHEADS[level], condition, face, card, of.beats(level))


TILES: Final = (
    _tree("random", "t4", "C7", gettext_noop("Beat Tomillo in a match of two.")),
    _tree("greedy", "t2", "O12", gettext_noop("Beat Olivo in a match of two.")),
    _tree("rules", "t5", "B11", gettext_noop("Beat Roble in a match of two.")),
    _tree("learned", "t7", "E10", gettext_noop("Beat Cedro in a match of two.")),
    _tree("expert", "t1", "B1", gettext_noop("Beat Drago in a match of two.")),
    Tile(
        "just_in_time",
        gettext_noop("Just in time"),
        gettext_noop("Exchange a card for the turned three."),
        "t6", "E7", in_a_deal(of.exchanges_for_the_three),
    ),
    Tile(
        "big_game",
        gettext_noop("Big game"),
        gettext_noop("Take the three of trumps from an opponent with the ace."),
        "t3", "C3", in_a_deal(of.ace_takes_the_three),
    ),
    Tile(
        "first_three",
        gettext_noop("Nerves of steel"),
        gettext_noop("Lead a three that is no trump to the first trick, and take it."),
        "t8", "B3", in_a_deal(of.leads_a_three_first),
    ),
    Tile(
        "thirty",
        gettext_noop("Thirty at once"),
        gettext_noop("Take a trick of 30 points or more."),
        "t1", "O3", in_a_deal(of.takes_thirty),
    ),
    Tile(
        "safe_briscas",
        gettext_noop("Safe and sound"),
        gettext_noop("Play three aces or threes that are no trumps in a deal, and lose none."),
        "t5", "C1", in_a_deal(of.keeps_its_briscas),
    ),
    Tile(
        "last_two",
        gettext_noop("The smallest"),
        gettext_noop("Take the last trick of a deal with the two of trumps."),
        "t2", "B2", in_a_deal(of.ends_with_the_two),
    ),
    Tile(
        "no_trumps",
        gettext_noop("Without trumps"),
        gettext_noop("Win a deal without playing a single trump."),
        "t7", "E1", in_a_deal(of.wins_without_trumps),
    ),
    Tile(
        "sixty_one",
        gettext_noop("Sixty-one"),
        gettext_noop("Win a deal with 61 points, not one more."),
        "t4", "E6", in_a_deal(of.wins_with_sixty_one),
    ),
    Tile(
        "hundred",
        gettext_noop("A hundred"),
        gettext_noop("Win a deal with more than 100 points."),
        "t8", "B12", in_a_deal(of.makes_a_hundred),
    ),
    Tile(
        "all_tricks",
        gettext_noop("Every one of them"),
        gettext_noop("Win all the tricks of a deal."),
        "t3", "O1", in_a_deal(of.takes_all_tricks),
    ),
    Tile(
        "few_tricks",
        gettext_noop("Few but good"),
        gettext_noop("Win a deal with fewer tricks than the other side."),
        "t6", "E12", in_a_deal(of.wins_with_fewer_tricks),
    ),
    Tile(
        "last_trick",
        gettext_noop("On the last card"),
        gettext_noop("Take the last trick, and turn the deal with it."),
        "t1", "C10", in_a_deal(of.wins_in_the_last_trick),
    ),
    Tile(
        "from_behind",
        gettext_noop("Forty behind"),
        gettext_noop("Win a deal in which you were 40 points behind."),
        "t5", "O4", in_a_deal(of.wins_from_forty_behind),
    ),
    Tile(
        "turned_match",
        gettext_noop("Not over yet"),
        gettext_noop("Win a match in which you were two deals behind."),
        "t2", "C12", of.wins_from_two_deals_behind,
    ),
    Tile(
        "clean",
        gettext_noop("Clean"),
        gettext_noop("Play a match without an error, in 20 decisions or more."),
        "t3", "O5", of.plays_cleanly,
    ),
    Tile(
        "sign_read",
        gettext_noop("I saw it"),
        gettext_noop("Play an ace or a three for the ace of trumps that your partner has signed."),
        "t7", "C11", in_a_deal(of.trusts_a_sign),
    ),
    Tile(
        "forty",
        gettext_noop("The forty"),
        gettext_noop("Score the king and knight of trumps."),
        "t6", "O11", in_a_deal(of.counts_forty),
    ),
    Tile(
        "claim",
        gettext_noop("The rest is mine"),
        gettext_noop("Claim the last tricks, and be right."),
        "t4", "E3", in_a_deal(of.claims_rightly),
    ),
    Tile(
        "alone",
        gettext_noop("Alone against four"),
        gettext_noop("Fulfil a contract without a partner, against four."),
        "t8", "E11", in_a_deal(of.wins_alone),
    ),
)  # fmt: skip
"""All tiles, in the order in which pages show them."""
TILES_BY_KEY: Final[Mapping[str, Tile]] = MappingProxyType({tile.key: tile for tile in TILES})


def tiles_won(story: SeatStory) -> list[str]:
    """Return the keys of the tiles that a seat wins by a finished match, in the order of TILES."""
    return [tile.key for tile in TILES if tile.is_met(story)]
