"""The chapters of the guide on cards: counting, aces and threes, the exchange, trumps."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.wording.guide_shapes import Chapter, Play, Section

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
    theme="trumps",
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
                _("Our expert leads it early in %(expert)s of a hundred such positions."),
                _(
                    "Late in the deal the difference is gone: trumps are out, and an ace that "
                    "stays behind may be lost too."
                ),
            ),
            quotes={
                "early": ("lead_ace", "early", "points"),
                "won": ("lead_ace", "early", "won"),
                "expert": ("lead_ace", "early", "expert"),
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
    theme="seven",
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
