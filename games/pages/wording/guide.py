"""The chapters of the guide: what each says, the figures it quotes, the positions it asks.

`%(name)s` in a text is a figure of `quotes`, so that what is said is what was measured.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from django.utils.translation import gettext_lazy as _

from games.rules_text.presets import Text

Quoted: TypeAlias = tuple[str, str, Literal["points", "won", "expert"]]
"""A habit, its case, and what is said of it: points, deals won or how often the expert does it."""


@dataclass(frozen=True, slots=True)
class Play:
    """A position for the reader, with the question and what is said of the answer."""

    position: str
    question: Text
    answer: Text


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a chapter: texts, and perhaps a plot of a habit or a position."""

    title: Text
    texts: tuple[Text, ...]
    quotes: Mapping[str, Quoted] = field(default_factory=dict)
    plot: str = ""
    """The habit that is plotted."""
    play: Play | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the guide."""

    slug: str
    title: Text
    line: Text
    """What it is about, in one sentence."""
    sections: tuple[Section, ...]


COUNTING: Final = Chapter(
    "counting",
    _("Counting points"),
    _("There are 120 points, and 61 win."),
    (
        Section(
            _("What counts"),
            (
                _(
                    "The ace counts 11, the three 10, the king 4, the knight 3 and the jack 2: 30 "
                    "points a suit, 120 in all. Other cards count nothing."
                ),
                _("Where two sides play, whoever has 61 has won: no card after that matters."),
            ),
        ),
        Section(
            _("Keep two numbers"),
            (
                _(
                    "Add up your points as you take them, and know how many you lack. With 51 you "
                    "lack one three, and need not risk anything for more. With 30 and few cards "
                    "left you must risk something."
                ),
            ),
            play=Play(
                "count",
                _("You have 55 points. What do you play on the three of coins?"),
                _(
                    "You lack six points, and ten lie here. The two of swords is a trump: with 65 "
                    "the deal is won, whatever becomes of your ace. Give the ace instead, and you "
                    "lose by 55 to 65."
                ),
            ),
        ),
        Section(
            _("Count trumps"),
            (
                _(
                    "A pack of 40 has ten trumps. Those that were played, the turned one and your "
                    "own are in no other hand. When none is left, your aces and threes are safe."
                ),
                _("Begin with the ace and the three of trumps: remember whether they are out."),
            ),
        ),
    ),
)

BRISCAS: Final = Chapter(
    "briscas",
    _("Aces and threes"),
    _("Two cards of each suit hold most of the points: bring them home."),
    (
        Section(
            _("Nearly all the points"),
            (
                _(
                    "Four aces and four threes hold 84 of the 120 points. Those that are no trumps "
                    "are called briscas. In Valencia they say of whoever loses one that it was "
                    "eaten: “li han menjat el tres”."
                ),
            ),
        ),
        Section(
            _("Do not lead a bare ace"),
            (
                _(
                    "An ace is the highest of its suit, but any trump takes it. Whoever always "
                    "leads one early ends with %(early)s points fewer than whoever never does, and "
                    "wins %(won)s deals fewer of a hundred."
                ),
                _(
                    "Late in the deal the difference is gone: trumps are out, and an ace that "
                    "stays behind may be lost too."
                ),
            ),
            quotes={
                "early": ("lead_ace", "early", "points"),
                "won": ("lead_ace", "early", "won"),
            },
            plot="lead_ace",
            play=Play(
                "lead",
                _("You lead. The stock still has 16 cards. What do you play?"),
                _(
                    "The four costs nothing. The ace is likely to fall to a trump, and the three "
                    "of trumps is worth more when there are points to take."
                ),
            ),
        ),
        Section(
            _("A three is no better"),
            (
                _(
                    "A three falls to the ace of its suit besides. To lead it early costs "
                    "%(early)s points, in the middle of the deal %(middle)s."
                ),
                _(
                    "Bring both home when you play last: nothing can happen to a card that takes "
                    "the trick there."
                ),
            ),
            quotes={
                "early": ("lead_three", "early", "points"),
                "middle": ("lead_three", "middle", "points"),
            },
            plot="lead_three",
        ),
    ),
)

EXCHANGE: Final = Chapter(
    "exchange",
    _("The seven and the two"),
    _("The seven of trumps is worth as much as the card it can be changed for."),
    (
        Section(
            _("Exchange at once"),
            (
                _(
                    "The seven of trumps takes the turned card where that is a jack or higher; the "
                    "two takes it where it is a seven or lower. You must have won a trick first."
                ),
                _(
                    "To exchange is worth %(figure)s points with a figure turned, %(three)s with "
                    "the three and %(ace)s with the ace. The two gains next to nothing."
                ),
            ),
            quotes={
                "figure": ("exchange", "figure", "points"),
                "three": ("exchange", "three", "points"),
                "ace": ("exchange", "ace", "points"),
            },
            plot="exchange",
        ),
        Section(
            _("Keeping it to deceive"),
            (
                _(
                    "An old Catalan piece of advice is to keep the seven in your hand, so that the "
                    "others do not know what you have. Against our bots, who do not fall for it, "
                    "that costs what the plot above shows. It may pay against people, and most "
                    "where the turned card is a mere figure."
                ),
            ),
        ),
        Section(
            _("Do not spend the seven"),
            (
                _(
                    "While a higher card lies turned, the seven is that card. To play it before it "
                    "was changed costs %(points)s points and %(won)s deals of a hundred."
                ),
            ),
            quotes={
                "points": ("play_seven", "any", "points"),
                "won": ("play_seven", "any", "won"),
            },
            play=Play(
                "seven",
                _("The three of trumps lies turned, and you hold the seven. What do you play?"),
                _(
                    "The ace of coins takes the trick and comes home with two points more. You have "
                    "won a trick then, so the seven becomes the three of trumps, and your other "
                    "trump is still there."
                ),
            ),
        ),
    ),
)

TRUMPS: Final = Chapter(
    "trumps",
    _("Trumps"),
    _("A trump is a sure trick: it is worth what lies in the trick that it takes."),
    (
        Section(
            _("What to trump"),
            (
                _(
                    "With two players, a trump on a worthless trick costs %(nothing)s points. On a "
                    "figure it gains %(figure)s, on an ace or three %(brisca)s."
                ),
            ),
            quotes={
                "nothing": ("trump_two", "nothing", "points"),
                "figure": ("trump_two", "figure", "points"),
                "brisca": ("trump_two", "brisca", "points"),
            },
            plot="trump_two",
            play=Play(
                "take",
                _("The other leads the three of cups. What do you play?"),
                _(
                    "Your lowest trump takes ten points. The ace of trumps, which lies turned, is "
                    "nobody's yet; there is no better use for the six."
                ),
            ),
        ),
        Section(
            _("Five points"),
            (
                _(
                    "With partners and yourself last, trumping five to nine points gains %(five)s, "
                    "ten or more %(ten)s. For fewer than five it costs %(few)s."
                ),
                _("So let small tricks go, and have a trump when a large one comes."),
            ),
            quotes={
                "few": ("trump_four", "few", "points"),
                "five": ("trump_four", "five", "points"),
                "ten": ("trump_four", "ten", "points"),
            },
            plot="trump_four",
            play=Play(
                "leave",
                _("The other leads a worthless four. What do you play?"),
                _(
                    "Nothing lies there to be taken. The six gives nothing away; the seven of "
                    "trumps and the ace are kept for a trick with points."
                ),
            ),
        ),
        Section(
            _("Leading trumps"),
            (
                _(
                    "Some lead trumps to pull out those of the others. Early in a deal of two "
                    "players that makes hardly any difference; in the middle it costs %(middle)s "
                    "points, late %(late)s, as every trump is then missed where it would have "
                    "taken points."
                ),
            ),
            quotes={
                "middle": ("lead_trump", "middle", "points"),
                "late": ("lead_trump", "late", "points"),
            },
            plot="lead_trump",
        ),
    ),
)

LAST: Final = Chapter(
    "last-tricks",
    _("The last three tricks"),
    _("The stock is gone: whoever has counted knows all cards."),
    (
        Section(
            _("Know the other hand"),
            (
                _(
                    "With two players and no stock, what you have not seen is in the other hand. "
                    "Try each of your cards in your head: what will be answered, and what comes "
                    "then? There are never more than three cards to try."
                ),
            ),
            play=Play(
                "last_one",
                _(
                    "You have 50 points. The other holds the ace of swords, the three of clubs and "
                    "the seven of clubs, which are trumps. What do you lead?"
                ),
                _(
                    "You lack eleven points: the ace of swords. Lead swords, and it takes; lead "
                    "the jack of trumps, and the three takes. After the two of coins your jack is "
                    "still there when the ace must come."
                ),
            ),
        ),
        Section(
            _("Hold the last trump, but not at any price"),
            (
                _(
                    "Many keep their last trump for the last three tricks. Late in the deal that "
                    "is right over a worthless trick: taking it costs %(nothing)s points. An ace "
                    "or three you take: that gains %(brisca)s points."
                ),
                _("Over a figure there is hardly a difference."),
            ),
            quotes={
                "nothing": ("last_trump", "nothing", "points"),
                "brisca": ("last_trump", "brisca", "points"),
            },
            plot="last_trump",
        ),
        Section(
            _("Who gets the turned card"),
            (
                _(
                    "With two players, whoever loses the last trick before the stock is empty draws the "
                    "turned card. "
                    "If it is a high trump, that trick may be one to lose."
                ),
            ),
            play=Play(
                "last_two",
                _(
                    "You have 40 points. The other holds the three and the seven of trumps, coins, "
                    "and the three of clubs. What do you lead?"
                ),
                _(
                    "One of your aces will fall to a trump. Let it be the ace of swords: once the "
                    "trumps are gone, the ace of clubs still takes the three of clubs, and those "
                    "are 21 points."
                ),
            ),
        ),
    ),
)

PARTNERS: Final = Chapter(
    "partners",
    _("Partners and signs"),
    _("Your partner's points are yours: give them, and say what you hold where you may."),
    (
        Section(
            _("Give points to your partner's trick"),
            (
                _(
                    "Your partner is winning and you play last: nothing can go wrong. An ace or "
                    "three thrown there gains %(brisca)s points; a figure is as well kept as given."
                ),
            ),
            quotes={"brisca": ("give_partner", "brisca", "points")},
            plot="give_partner",
            play=Play(
                "give",
                _("Your partner has trumped the king of cups, and you play last. What do you add?"),
                _(
                    "The trick is yours, so the ace of swords comes home: fifteen points in all. "
                    "With the king you would leave the ace to be brought home later, and perhaps "
                    "lost."
                ),
            ),
        ),
        Section(
            _("Wait while an opponent is to play"),
            (
                _(
                    "With an opponent still to come, an ace or three thrown to your partner's "
                    "trick costs %(brisca)s points: too often it is trumped."
                ),
            ),
            quotes={"brisca": ("give_early", "brisca", "points")},
            plot="give_early",
            play=Play(
                "secure",
                _(
                    "Your partner leads the knight of swords, an opponent throws the ace of clubs. "
                    "Another opponent plays after you. What do you play?"
                ),
                _(
                    "Fourteen points lie there, and one opponent is still to come. The seven of "
                    "trumps, cups, makes them as good as sure; more points can wait."
                ),
            ),
        ),
        Section(
            _("Signs"),
            (
                _(
                    "Where signs are allowed, you may show your partner what you hold. Eyes up is "
                    "the ace of trumps, a wink the three, pursed lips the king; a tilted head is "
                    "an ace or three of another suit, closed eyes no trump at all."
                ),
                _(
                    "Show what helps with the next trick, before your side has to play to it. "
                    "At some tables an opponent who looks at you sees the sign too."
                ),
                _(
                    "Where you may talk, plan the last three tricks together: who takes which, "
                    "and with what."
                ),
            ),
        ),
    ),
)

AUCTIONS: Final = Chapter(
    "auctions",
    _("Auctions and bids"),
    _("In some games you bid for the right to name trumps, and play against the others."),
    (
        Section(
            _("When to bid"),
            (
                _(
                    "In Chiamata whoever wins the auction wins or loses two game points, and the "
                    "others one: "
                    "bid when you think to make it more often than not. A hand that you would "
                    "rather help with is one to pass."
                ),
                _(
                    "The lower the card you bid, the less help its holder brings. Each step down "
                    "needs a better hand."
                ),
            ),
        ),
        Section(
            _("What a good hand is"),
            (
                _(
                    "Length in one suit. To a caller in Chiamata the lowest trump is worth four "
                    "points more than a plain card, the ace of trumps twenty more; an ace of "
                    "another suit only one more, as it so often falls to a trump."
                ),
                _("So name your longest suit as trumps."),
            ),
        ),
        Section(
            _("The caller, the partner, the others"),
            (
                _(
                    "The partner is secret until the called card is played. As the partner, give "
                    "the caller points, but not in such a way that all see it. As an opponent, "
                    "watch who gives points to the caller, and who takes some."
                ),
                _(
                    "Whoever plays after the caller decides what comes into the trick; whoever "
                    "plays before it should lead nothing that counts."
                ),
            ),
        ),
    ),
)

CHAPTERS: Final = (COUNTING, BRISCAS, EXCHANGE, TRUMPS, LAST, PARTNERS, AUCTIONS)
"""The chapters in the order in which they are read."""
