"""The chapters of the guide on the last tricks, partners and auctions."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.pages.wording.guide_shapes import Chapter, Play, Section

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
    theme="last_tricks",
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
    theme="partner",
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
    theme="bids",
)
