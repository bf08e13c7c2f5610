"""The readable rules of a deal in play: tricks, exchange, talk, pairs of king and knight, extras."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from games.rules_text.facts import Facts
from games.rules_text.presets import Text


class Sign(NamedTuple):
    """Words for a sign: its meaning, and the gesture that makes it."""

    meaning: Text
    gesture: Text


SIGNS: Final[Mapping[str, Sign]] = {
    "trump_ace": Sign(_("Ace of trumps"), _("look up")),
    "trump_three": Sign(_("Three of trumps"), _("wink")),
    "trump_king": Sign(_("King of trumps"), _("purse the lips")),
    "trump_knight": Sign(_("Knight of trumps"), _("twist the mouth")),
    "trump_jack": Sign(_("Jack of trumps"), _("show the tongue")),
    "brisca": Sign(_("A brisca: ace or three of another suit"), _("tilt the head")),
    "no_trump": Sign(_("No trumps"), _("close the eyes")),
    "ask_low": Sign(_("Play me a low card"), _("blow")),
    "ask_hand": Sign(_("What do you hold?"), _("stare")),
}
_SEVENS: Final[Mapping[str, Text]] = {
    "trump_three": _("Seven of trumps"),
    "brisca": _("A brisca: ace or seven of another suit"),
}
"""Texts for packs in which the seven has the place of the three."""


def tricks(facts: Facts) -> list[str]:
    """Return sentences on leading, following, taking a trick, and drawing."""
    if facts.chosen("play.first_lead") == "declarer":
        lead = _t("Whoever won the auction leads; then whoever takes a trick leads.")
    else:
        lead = _t("The player at the dealer's right leads; then whoever takes a trick leads.")
    lines = [lead]
    if facts.chosen("play.cards_per_turn") == 2:
        lines.append(_t("Each plays two cards to a trick, by turns: four cards, and one winner."))
    lines.append(_duty(facts))
    lines.append(_t("The highest trump takes the trick, or else the highest card of the suit led."))
    if not facts.auction:
        if facts.chosen("deal.draw") == "by_seat":
            lines += [
                _t(
                    "Cards are drawn by seat: whoever took the trick, the player at the dealer's "
                    "right draws first, and the others follow to the right."
                ),
                _t("In the last round of drawing whoever took the trick draws first."),
            ]
        else:
            lines.append(_t("Whoever takes it draws first, the others follow to the right."))
        lines.append(_t("When the stock is gone, the last cards are played from the hand."))
    return lines


def _duty(facts: Facts) -> str:
    if facts.on("play.must_follow"):
        return _t("The suit led must be followed; who has none of it plays any card.")
    return {
        "free": _t("Any card may be played: there is no duty to follow suit or to trump."),
        "follow_trump": _t(
            "The suit led must be followed; who has none of it must trump, and who has no trump "
            "either plays any card."
        ),
        "tute_strict": _t(
            "The suit led must be followed, and beaten by who can; who has none of it must trump, "
            "and overtrump. Only who can do nothing of this plays any card."
        ),
    }[facts.options["play.obligations"]]


def exchange(facts: Facts) -> list[str]:
    """Return sentences on the exchange: who may take the turned card, and until when."""
    if "exchange.enabled" not in facts.matters:
        return []
    if not facts.options["exchange.enabled"]:
        return [_t("There is no exchange: the turned card stays where it is.")]
    if 2 in facts.numbers:
        lines = [
            _t(
                "Whoever holds the seven of trumps may take a higher turned card for it; the two "
                "takes the seven or a lower one."
            )
        ]
    else:
        lines = [_t("Whoever holds the seven of trumps may take a higher turned card for it.")]
    if facts.chosen("exchange.timing") == "any_time":
        lines.append(_any_time(facts))
    else:
        lines.append(_t("The exchange is made right after winning a trick, before drawing."))
    lines.append(
        {
            "last_round": _t("It closes when the last round of drawing begins."),
            "last_card": _t("It closes when the turned card is drawn."),
            "penultimate": _t(
                "It closes after the last trick but one that is followed by drawing."
            ),
        }[facts.options["exchange.deadline"]]
    )
    if "exchange.chain" in facts.matters:
        if facts.options["exchange.chain"]:
            lines.append(_t("When the seven was exchanged, the two may take it in its turn."))
        else:
            lines.append(_t("A seven that was exchanged may not be taken by the two."))
    if facts.on("exchange.prearm"):
        lines.append(_t("Ask for it at any time: it happens by itself as soon as it is allowed."))
    return lines


def _any_time(facts: Facts) -> str:
    if facts.chosen("exchange.won_scope") == "team":
        return _t("The exchange is open at any moment to whose side has won a trick in this deal.")
    return _t("The exchange is open at any moment to whoever has won a trick in this deal.")


def talk(facts: Facts) -> list[str]:
    """Return sentences on how partners may talk or make signs to each other."""
    if "talk.mode" not in facts.matters:
        return []
    mode = facts.options["talk.mode"]
    lines = [
        {
            "none": _t("Partners do not talk and make no signs."),
            "senas": _t("Partners talk by signs, at any moment of the deal."),
            "parlant_tapat": _t(
                "Partners may ask each other two things, aloud: whether they have points, and "
                "whether they have trumps. The answer is yes or no."
            ),
            "parlant": _t("Partners may talk freely, and everybody at the table hears it."),
        }[mode]
    ]
    viewers = facts.chosen("talk.seen_by")
    if viewers == "gaze":
        lines.append(_t("A sign is seen by whoever looks at that player just then."))
    elif viewers:
        lines.append(_seen(facts))
    truth = facts.chosen("talk.truth")
    if truth == "enforced":
        lines.append(_t("What is said of one's cards must be true."))
    elif truth:
        lines.append(_t("What is said of one's cards may be false."))
    penalty = facts.chosen("talk.penalty")
    if penalty == "warn":
        lines.append(_t("Who speaks all the same is warned before all."))
    elif penalty == "lose_deal":
        lines.append(_t("The side of whoever speaks all the same loses the deal."))
    return lines


def _seen(facts: Facts) -> str:
    leak = facts.options["talk.leak"]
    if not leak:
        return _t("Signs are seen by partners alone.")
    return _t("Signs are seen by partners; the others notice %(share)d of 100.") % {
        "share": round(100 * leak)
    }


def signs(facts: Facts) -> list[tuple[str, str, str]]:
    """Return rows (id, meaning, gesture) of the signs that these rules allow; maybe none."""
    if facts.chosen("talk.mode") != "senas":
        return []
    words: Mapping[str, Text] = _SEVENS if facts.second == 7 else {}
    return [
        (name, str(words.get(name, sign.meaning)), str(sign.gesture))
        for name, sign in SIGNS.items()
    ]


def marriages(facts: Facts) -> list[str]:
    """Return sentences on the points for king and knight of a suit (a marriage)."""
    mode = facts.chosen("marriage.mode")
    if mode in (None, "none") or facts.talon:
        return []
    if mode == "declared":
        how = _t(
            "Whoever holds king and knight of a suit may show both before playing, once for each "
            "suit."
        )
    elif facts.options["marriage.scope"] == "same_trick":
        how = _t("A side that takes king and knight of a suit in one trick gets points for them.")
    else:
        how = _t(
            "A side that has taken king and knight of a suit in its tricks gets points for them."
        )
    return [how, _t("They add 40 points in trumps and 20 in any other suit.")]


def special(facts: Facts) -> list[str]:
    """Return sentences on the options arrastre, claims, and death to the three."""
    lines = []
    if facts.on("arrastre"):
        lines.append(
            _t(
                "Whoever plays the ace of trumps may say arrastre: all who have not yet played to "
                "the trick must play their highest trump, or without trumps their highest card."
            )
        )
    if facts.on("claim") and facts.auction:
        lines.append(
            _t(
                "When everybody has two or three cards left and no card lies on the table, a side "
                "that holds the highest trumps left, as many as each has cards, says so and takes "
                "all the rest."
            )
        )
    elif facts.on("claim"):
        lines.append(
            _t(
                "When the stock is gone and no card lies on the table, a side that holds the "
                "highest trumps left, as many as each has cards, says so and takes all the rest."
            )
        )
    if facts.chosen("claim.false") == "open_hand":
        lines.append(
            _t(
                "After a false claim the claimer's hand lies open to all for the rest of the deal, "
                "and that side claims no more in it."
            )
        )
    if facts.on("muerte"):
        lines += _death(facts)
    return lines


def _death(facts: Facts) -> list[str]:
    three = facts.rank(facts.second)
    lines = [
        _t(
            "The ace of trumps may not be played before the %(three)s of trumps, but in the last "
            "trick."
        )
        % {"three": three},
        _t(
            "If both fall into one trick, the ace kills the %(three)s: the deal is over, and the "
            "side of the ace wins it."
        )
        % {"three": three},
    ]
    friendly = facts.chosen("muerte.friendly")
    if friendly == "wins":
        lines.append(
            _t("That is so for the %(three)s of one's partner as well.") % {"three": three}
        )
    elif friendly:
        lines.append(_t("The %(three)s of one's partner is not killed.") % {"three": three})
    return lines
