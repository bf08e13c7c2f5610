"""Texts of the lesson: title and text by name of the note (see `games/lesson/script.py`).

`%(C3)s` is the name of a card within a sentence and `%(O)s` that of a suit, in the words of the
reader's deck; `%(you)s` and `%(other)s` are the points taken so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import Promise

NOTES: Final[dict[str, tuple[Promise, Promise]]] = {
    "hand": (
        _("Your cards"),
        _(
            "You hold three cards, and so does Roble, a bot. There are 120 points in the deck: "
            "whoever takes more than 60 wins the deal."
        ),
    ),
    "trumps": (
        _("Trumps"),
        _(
            "The card that lies open by the stock says which suit is trumps: %(O)s. Any trump "
            "beats every card of the other suits."
        ),
    ),
    "exchange": (
        _("The seven changes"),
        _(
            "You hold the %(O7)s, the seven of trumps. It may be changed for the open card, the "
            "%(O12)s. Press “Change the 7”: it is done as soon as you have won a trick."
        ),
    ),
    "briscas": (
        _("Briscas"),
        _(
            "Roble leads the %(C3)s: ten points! An ace counts 11, a three 10; those are the "
            "briscas. King 4, knight 3, jack 2, and all others nothing."
        ),
    ),
    "follow": (
        _("Nothing to follow"),
        _(
            "You have no card of %(C)s, and need none: any card may be played at any time. Take "
            "the ten points with a low trump: play the %(O4)s."
        ),
    ),
    "follow_seven": (
        _("The seven"),
        _("It would win too, but then you could not change it any more. Play the %(O4)s."),
    ),
    "follow_club": (
        _("Another suit"),
        _(
            "It would lose: only a trump beats another suit, and the ten points would be Roble's. "
            "Play the %(O4)s."
        ),
    ),
    "exchanged": (
        _("Ten points are yours"),
        _(
            "Your seven has changed places with the %(O12)s. Then both draw a card from the "
            "stock, the winner first. Who wins a trick leads to the next."
        ),
    ),
    "lead": (
        _("You lead"),
        _("Lead something worthless, so that nothing is lost if Roble takes it: play the %(B5)s."),
    ),
    "lead_trump": (
        _("Keep it"),
        _("Trumps are worth more when there are points to take. Play the %(B5)s."),
    ),
    "lead_other": (
        _("That would do as well"),
        _("It is worth nothing either. For this lesson play the %(B5)s."),
    ),
    "order": (
        _("Who wins a trick"),
        _(
            "Without a trump, the highest card of the suit that was led wins: ace, three, king, "
            "knight, jack, and from the seven down to the two. The %(B10)s beats the %(B5)s."
        ),
    ),
    "ace": (
        _("The right moment"),
        _(
            "Roble leads the %(E12)s, four points. You play last, so nothing can happen to your "
            "%(E1)s: take the trick with it, and its own eleven points come home."
        ),
    ),
    "ace_low": (
        _("Too low"),
        _("The %(E12)s would win against it. Take it with the %(E1)s."),
    ),
    "ace_trump": (
        _("That would win too"),
        _("But the %(E1)s brings its eleven points home, and your trump stays. Play the ace."),
    ),
    "on": (
        _("And so it goes on"),
        _(
            "Fifteen points more. Trick by trick both draw, until the stock is used up. "
            "Let us pass over that, to the last three tricks."
        ),
    ),
    "last": (
        _("The last tricks"),
        _(
            "You have %(you)s points, Roble %(other)s. Nobody draws any more: play as you like. "
            "Two aces have not been seen, of %(C)s and of %(B)s. "
            "Is your last trump better kept for one of them?"
        ),
    ),
    "won": (
        _("The deal is yours"),
        _("%(you)s points to %(other)s. Whoever remembers which briscas are out plays better."),
    ),
    "lost": (
        _("This deal goes to Roble"),
        _("%(other)s points to %(you)s. Go back and try other cards, or go on."),
    ),
    "level": (
        _("Level"),
        _("Sixty each: in these rules both win the deal."),
    ),
    "partner": (
        _("In pairs"),
        _(
            "In fours you play with who sits opposite: Encina. What you take counts together. "
            "Trumps are %(E)s, and partners may make signs to each other."
        ),
    ),
    "wink": (
        _("A sign"),
        _("Encina winks: that is the three of trumps. Only you have seen it."),
    ),
    "sign": (
        _("Answer with a sign"),
        _(
            "You hold the ace of trumps. Tell Encina: press “Signs” and choose the ace of trumps. "
            "Signs that would not be true cannot be made."
        ),
    ),
    "load": (
        _("Trust your partner"),
        _(
            "Pino leads the %(C12)s. Encina plays last and has the three of trumps: the trick is "
            "as good as yours. Put points on it, the %(B3)s."
        ),
    ),
    "load_ace": (
        _("It would win"),
        _(
            "But Encina can take the trick as well, and the ace of trumps is the best card you "
            "have. Give points: play the %(B3)s."
        ),
    ),
    "load_low": (
        _("Nothing lost"),
        _("But nothing won either: Encina takes this trick, so give it points. Play the %(B3)s."),
    ),
    "loaded": (
        _("24 points for your side"),
        _("The three takes the king, your three of %(B)s, and counts ten itself."),
    ),
    "end": (
        _("That is Brisca"),
        _(
            "Trumps, briscas, the seven and the signs: you know all it takes. A bot waits for "
            "you, and nothing has to be filled in."
        ),
    ),
}
