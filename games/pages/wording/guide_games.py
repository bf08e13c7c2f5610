"""Advice for each game of the family, by preset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.rules_text.presets import Text

ADVICE: Final[Mapping[str, tuple[Text, ...]]] = {
    "ludoteka": (
        _("Trump aces and threes, and let worthless tricks go."),
        _(
            "Ask for the exchange as soon as you hold the seven: it is done at the first trick "
            "that you win."
        ),
        _("At 60 to 60 both sides win the deal: when you are behind, a tie is as good as a win."),
        _("Count the trumps from the first trick: in the last three you then know every card."),
    ),
    "senas": (
        _(
            "Show the ace or the three of trumps before the trick in which your partner can use "
            "it: a sign that comes later tells nothing."
        ),
        _(
            "Once your partner has shown a high trump, throw your aces and threes on the tricks "
            "that it will take."
        ),
        _("Ask your partner to play low when you can take the trick yourself."),
        _("Signs about cards have to be true, so silence tells something as well."),
    ),
    "doncomos": (
        _(
            "At 60 to 60 whoever was eldest wins. Know whether that is you: one side needs 60 "
            "points, the other 61."
        ),
        _(
            "The exchange closes two tricks before the stock is gone: win a trick in time for your "
            "seven."
        ),
        _("With six the pack has eights and nines: higher than a seven, and worth nothing."),
        _("With partners, signs are part of the game: watch your partner before you lead."),
    ),
    "catalan": (
        _(
            "You may exchange at any moment once you have won a trick, even while one is being "
            "played: a seven in your hand is the turned card whenever you need it."
        ),
        _(
            "Say “arrastre” with the ace of trumps when the three is still out: all who play "
            "after you must give their highest trump, your partner too."
        ),
        _("More than 100 points count double: when far ahead, go on collecting."),
        _(
            "With the highest trumps left in the last tricks, claim the rest. A false claim lays "
            "your hand open."
        ),
        _("A tie at 60 counts for nobody: count to 61."),
    ),
    "wikipedia_en": (
        _("At 60 to 60 the side with more cards wins, so a worthless trick may count."),
        _(
            "The exchange stays open until the turned card itself is drawn, at any moment, once "
            "you have won a trick."
        ),
        _("Say “arrastre” with the ace of trumps when the three is still out."),
        _("More than 100 points count double: when far ahead, go on collecting."),
    ),
    "mexican": (
        _("Eleven points or fewer win, so an ace and nothing else is just allowed."),
        _(
            "Throw aces, threes and kings on tricks that others win, the highest first, while you "
            "can."
        ),
        _(
            "Trumps are a burden: a trump takes tricks that you do not want. Lead with low plain "
            "cards, and throw high trumps under higher ones."
        ),
        _("Keep your lowest cards for the last three tricks, when there is no choice left."),
        _("Watch who is still at eleven or below: points given to them spoil their deal."),
    ),
    "briscola": (
        _("Nothing is exchanged: the seven and two are small trumps, good for small tricks."),
        _(
            "The turned card goes to whoever draws last. With an ace or three there, the last "
            "trick before may be one to lose."
        ),
        _("A tie counts for nobody and is played again."),
        _("Five deals win: one bad deal is not yet the match."),
    ),
    "scoperta": (
        _(
            "Look at the other hand before you lead: lead what it cannot take, or only with a trump."
        ),
        _(
            "Aces and threes are safe when the other hand has neither that suit's higher card nor "
            "a trump."
        ),
        _(
            "A card that the other can take only with a trump is a good lead: it costs them the "
            "trump, or gives you the trick."
        ),
        _("Only the stock is hidden. Once it is gone, work out all tricks that are left."),
    ),
    "mariaje": (
        _(
            "King and knight of a suit among your tricks count 20, those of trumps 40: more than "
            "any ace."
        ),
        _(
            "A pair that is divided counts for nobody. If you cannot have both, take one, and the "
            "other side gets nothing."
        ),
        _("When you have one of a pair, keep a trump for the trick in which the other comes."),
        _(
            "Points of all deals are added up to 500: no point is wasted, even in a deal that is "
            "lost."
        ),
    ),
    "chiamata": (
        _("Bid when you think to make it more often than not: whoever calls wins or loses two."),
        _("Name your longest suit: small trumps are worth more than aces of other suits."),
        _(
            "As the secret partner, take tricks from the others and leave those that the caller "
            "wins anyway. Show yourself when it wins the deal."
        ),
        _("As an opponent, give points to whoever has taken some from the caller."),
        _("Whoever bids the two asks for little help: play against that hand together."),
    ),
    "chiamata_buia": (
        _("The first trick has no trumps: an ace that is led there cannot be beaten."),
        _("So throw nothing high on a suit that another leads there."),
        _("The caller names the suit after that trick: watch what is thrown before you choose."),
        _("The called card may lie in the first trick already: its holder is known at once."),
    ),
    "chiamata_punti": (
        _("You bid points before anybody knows the suit: 61 is what every contract needs."),
        _("Each point more makes it harder, and wins no more: stop as soon as the others do."),
        _("Afterwards call the highest trump that you lack: it brings the strongest partner."),
    ),
    "gingo": (
        _("Made, a bid wins its own points; failed, it costs only what was missing."),
        _(
            "But a failed bid gives the other three what they took: do not bid far above what "
            "your hand makes."
        ),
        _("The caller leads first. Begin with a high trump if you hold most of them."),
        _("All points of ten deals are added up: one large contract outweighs several small ones."),
    ),
    "rematada": (
        _(
            "Nobody can make more than 170: 120 in cards, 40 for king and knight of trumps and 10 "
            "for the last trick."
        ),
        _(
            "What you put away counts for you: an ace or three that you could lose is safe there. "
            "A suit that you have no card of any more is worth having."
        ),
        _("King and knight of trumps count only once you have won a trick."),
        _("You must follow suit, and trump if you cannot: a long suit draws the others' trumps."),
        _(
            "The two others share what a failed bid loses. Let the one who can take the trick take "
            "it, and give it points."
        ),
    ),
    "muerte_al_tres": (
        _(
            "With the three of trumps, play it last in a trick: nobody comes after you with the "
            "ace, and it has escaped."
        ),
        _(
            "With the ace, wait: it may not be played before the three, so let others play before "
            "you, and lead seldom."
        ),
        _(
            "If the ace or the three lies turned, the seven may fetch it; while it lies there, it "
            "is in nobody's hand."
        ),
        _("In the last trick the ace is free: do not keep the three for it."),
        _("Your partner's three may be killed as well, and wins the deal for you both."),
    ),
}
"""Three to five pieces of advice for each preset."""
