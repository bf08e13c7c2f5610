"""Texts of the page on relatives of Brisca, and on what was settled where the sources differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import Promise

RELATED_GAMES: Final = (
    *("Brusquembille", "Brisque", "Briscan", "Bezique", "Bazzica", "Bìscula"),
    *("Bisca", "Briškula", "Bixkla", "Skembeel", "Calabresella"),
)
"""Relatives that the sources name and give no rules of."""


class Difference(NamedTuple):
    """A question on which sources of the rules differ, and the answer chosen for this site."""

    question: Promise
    sources: Promise
    settled: Promise


DIFFERENCES: Final = (
    Difference(
        _("Who sits where, and who leads, when cards are drawn for the deal?"),
        _(
            "One text seats four people by the drawn cards: the highest deals, opposite the "
            "partner, and the higher of the other two leads, at the dealer's right. The others "
            "only draw lots for who deals."
        ),
        _(
            "everybody sits where they chose, with the partner they chose. The highest card deals, "
            "and the player at the dealer's right leads."
        ),
    ),
    Difference(
        _("When may the seven or the two be changed?"),
        _(
            "Three texts say just after winning a trick and before drawing; the other two say at "
            "any moment, once one has won a trick."
        ),
        _("after a trick won and before drawing. Any moment is an option."),
    ),
    Difference(
        _("Who wins a deal that ends level?"),
        _(
            "All who are level; or whoever is first to play, or nearest to them; or whoever has "
            "more cards."
        ),
        _("all who are level win it. The other ways are options."),
    ),
    Difference(
        _("Does each of two players play one card or two?"),
        _(
            "The Catalan text says two, but also counts seventeen tricks until the stock is gone, "
            "and that takes one card each."
        ),
        _("one card each. Two is an option."),
    ),
    Difference(
        _("How many tricks do six play until the stock is gone?"),
        _("Two texts say six. Forty-eight cards less eighteen in hand, six to a trick, make five."),
        _("five."),
    ),
    Difference(
        _("May partners look at each other's first cards with six players?"),
        _("The Catalan text forbids it; the English one allows it."),
        _("no. It is an option."),
    ),
    Difference(
        _("May a sign be false, and who sees it?"),
        _("The text on signs says that they go by the cards in hand, and are made discreetly."),
        _(
            "signs about cards must be true, and partners alone see them. False signs, and signs "
            "that whoever looks at the signer sees, are options."
        ),
    ),
    Difference(
        _("What is winning by more than a hundred points?"),
        _("Two texts give two game points for it, but do not say if it is the total or the lead."),
        _("the total: 101 points or more. It is an option."),
    ),
    Difference(
        _("What if nobody stays at eleven points or fewer in Mexican Brisca?"),
        _("The only text on it does not say."),
        _("nobody scores, and the match ends after a number of deals. Fewest points is an option."),
    ),
)
