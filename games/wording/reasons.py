"""Reasons why a card or another choice is best, in words, for hints and reviews."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def reason_in_words(why: str, points: int, sign: str = "") -> str:
    """Return the reason of an analysis or a hint (its code) as a sentence in the current language.

    `points` is the number that the sentence mentions, `sign` the meaning of the sign it mentions.
    """
    if why == "bids_more":
        return _bids_more(points)
    return _WORDS[why]() % {"points": points, "sign": sign}


def _bids_more(times: int) -> str:
    """Return the sentence that a hand makes its contract `points` times out of 100."""
    text = ngettext(
        "the hand makes such a contract %(n)s time out of 100.",
        "the hand makes such a contract %(n)s times out of 100.",
        times,
    )
    return text % {"n": times}


_WORDS: Final = {
    "only": lambda: _("it is the only card that can be played."),
    "known": lambda: _("nothing is hidden any more, and this brings the most."),
    "wins": lambda: _("it wins the trick with %(points)s points."),
    "wins_cheaply": lambda: _("it wins the trick, and with it the next lead and the first draw."),
    "wins_lead": lambda: _("it wins the trick, and with it the next lead."),
    "leads_so_far": lambda: _("it goes ahead in the trick, in which %(points)s points lie then."),
    "partner_wins": lambda: _("your partner is winning the trick, and this is best with it."),
    "keeps_trumps": lambda: _("it keeps the trumps for a trick that is worth more."),
    "throws_least": lambda: _("the trick is not worth it: it gives away the least."),
    "cannot_be_beaten": lambda: _("no card that is still out beats it."),
    "draws_trumps": lambda: _("it makes the others show their trumps."),
    "risks_little": lambda: _("it risks little, and keeps what is worth more."),
    "takes_higher": lambda: _("it takes %(points)s points and a higher trump for a low one."),
    "keeps_low": lambda: _("what lies there is worth too little to be shown to the others."),
    "shows_pair": lambda: _("shown, the two are worth %(points)s points."),
    "opens_hand": lambda: _("a false claim lays the hand open to the others."),
    "misleads": lambda: _("a false sign misleads the partner."),
    "informs_partner": lambda: _("the partner plays a better card with it."),
    "partner_signed": lambda: _("the partner had signed: %(sign)s."),
    "bids_less": lambda: _("the hand is not worth that bid."),
    "on_average": lambda: _("over all ways in which the cards may lie it brings the most."),
}
