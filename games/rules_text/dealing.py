"""The readable rules of what comes before the first card: players, pack, deal, auction."""

from __future__ import annotations

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _t
from django.utils.translation import ngettext

from games.engine import number_of
from games.rules_text.facts import Facts
from games.rules_text.presets import both, rank_plural, teams_words

SPANISH: Final = range(1, 13)
SUITS: Final = 4


def players(facts: Facts) -> list[str]:
    """Return sentences on the number of players, their sides and their cards."""
    return [player_line(facts), *_pack(facts)]


def player_line(facts: Facts) -> str:
    """Return the sentence on the number of players and their sides."""
    if facts.talon:
        return _t(
            "%(players)d players; whoever wins the auction plays alone against the others."
        ) % {"players": facts.players}
    if facts.auction:
        return _t(
            "%(players)d players; whoever wins the auction plays with a secret partner against "
            "the others."
        ) % {"players": facts.players}
    teams = teams_words(facts.players, facts.options["teams"])
    return _t("%(players)d players, %(teams)s.") % {"players": facts.players, "teams": teams}


def _pack(facts: Facts) -> list[str]:
    count = len(facts.rules.deck)
    each = Counter(number_of(card) for card in facts.rules.deck)
    short = [number for number in facts.numbers if each[number] < SUITS]
    french = facts.options["deck.french"]
    lines = []
    if french == "off":
        missing = [rank_plural(number) for number in SPANISH if number not in each]
        if missing:
            lines.append(
                _t("%(count)d Spanish cards, without %(ranks)s.")
                % {"count": count, "ranks": both(missing)}
            )
        else:
            lines.append(_t("%(count)d Spanish cards, with eights and nines.") % {"count": count})
    else:
        lines.append(_t("%(count)d French cards.") % {"count": count})
        lines.append(
            {
                "kqj": _t("King, queen and jack stand for king, knight and jack."),
                "1098": _t("Ten, nine and eight stand for king, knight and jack."),
                "all52": _t("All cards of the pack are used."),
            }[french]
        )
    lines += [
        _t("Of the %(ranks)s, only %(count)d are used.")
        % {"ranks": rank_plural(number), "count": each[number]}
        for number in short
    ]
    return lines


def order(facts: Facts) -> list[str]:
    """Return sentences on the order of the cards in a suit, and the points of each card."""
    worth = [
        _t("%(rank)s %(points)d") % {"rank": facts.rank(number), "points": points}
        for number, points in facts.points.items()
        if points
    ]
    return [
        _t("From high to low: %(order)s.")
        % {"order": ", ".join(facts.rank(number) for number in facts.numbers)},
        _t("Points: %(worth)s, all others nothing: %(total)d in all.")
        % {"worth": ", ".join(worth), "total": facts.total},
    ]


def deal(facts: Facts) -> list[str]:
    """Return sentences on dealing: who deals, how many cards, and which cards lie open."""
    first = {
        "random": _t("Who deals first is decided by lot; then the deal passes to the right."),
        "high_card": _t(
            "Everybody draws a card: whoever draws the highest deals first; then the deal passes "
            "to the right."
        ),
    }[facts.options["first_dealer"]]
    hand = facts.rules.hand_size
    lines = [
        first,
        _t("The player at the dealer's left cuts."),
        ngettext(
            "Everybody gets %(count)d card.", "Everybody gets %(count)d cards, one by one.", hand
        )
        % {"count": hand},
    ]
    if facts.talon:
        lines.append(
            _t("The last two cards stay face down: they are for the winner of the auction.")
        )
    elif not facts.auction:
        lines.append(_trumps(facts))
    return lines + _open(facts)


def _trumps(facts: Facts) -> str:
    """Return sentences on how the trump suit is found in a game without an auction."""
    match facts.options["trump.source"]:
        case "turned":
            return _t(
                "The next card is turned: its suit is trumps. It is the last card to be drawn."
            )
        case "rotation":
            return _t(
                "No card is turned. Trumps go by turns: coins in the first deal, then cups, "
                "swords and clubs."
            )
        case _:
            return _t(
                "No card is turned, and at first there are no trumps: the first king and "
                "knight that are shown make theirs trumps."
            )


def _open(facts: Facts) -> list[str]:
    lines = []
    if facts.on("open_hands"):
        lines.append(_t("All hands lie open on the table."))
    stock = facts.chosen("open_stock")
    if stock == "top":
        lines.append(_t("The top card of the stock lies open as well."))
    elif stock == "all":
        lines.append(_t("The stock lies open as well, in the order of drawing."))
    if facts.on("peek.at_deal"):
        lines.append(
            _t(
                "From the deal until the first card is led, partners may look at each other's "
                "cards; none changes hands."
            )
        )
    return lines


def auction(facts: Facts) -> list[str]:
    """Return sentences on the auction: bidding, and the winner's acts before the first card."""
    if not facts.auction:
        return []
    lines = [
        _t("The eldest, at the dealer's right, bids first, then the others to the right. Who has "
           "passed is out; who bids last plays for it.")
    ]  # fmt: skip
    lines += _bids(facts)
    lines.append(
        {
            "redeal": _t("If all pass, the next dealer deals."),
            "dealer_forced": _t("If all pass, the dealer must play for the lowest bid."),
        }[facts.options["auction.all_pass"]]
    )
    return lines + (_talon() if facts.talon else _call(facts))


def _bids(facts: Facts) -> list[str]:
    step = facts.options["auction.step"]
    rise = {
        1: _t("Each bid is higher than the one before."),
        5: _t("Each bid is higher than the one before by five or more."),
        10: _t("Each bid is higher than the one before by ten or more."),
    }[step]
    if facts.options["auction.kind"] == "points":
        return [
            _t("A bid is a number of points to make, %(least)d at least.")
            % {"least": facts.options["auction.min"]},
            rise,
        ]
    lines = [
        _t(
            "A bid is the rank of a card, each lower than the one before in the order of the "
            "cards. The side of the winner then needs %(most)d points."
        )
        % {"most": facts.most}
    ]
    if facts.on("auction.points_after_two"):
        lines.append(
            _t("After a two, points are bid, always more: %(least)d at least.")
            % {"least": facts.most + 1}
        )
    else:
        lines.append(_t("A two ends the auction."))
    return lines


def _talon() -> list[str]:
    return [
        _t(
            "The winner shows both cards that lie aside to all, takes them, and puts any two cards "
            "away face down: these count as won. Then the winner names trumps."
        )
    ]


def _call(facts: Facts) -> list[str]:
    lines = [
        {
            "any": _t(
                "The caller names a card: its suit is trumps, and whoever holds it is the caller's "
                "partner. Nobody else knows who that is until the card is played."
            ),
            "highest_missing": _t(
                "The caller names trumps and so calls the highest trump that the caller does not "
                "hold: whoever holds it is the partner. Nobody else knows who that is until the "
                "card is played."
            ),
        }[facts.options["chiamata.call_rule"]]
    ]
    if facts.options["auction.kind"] == "rank":
        lines.append(_t("The card called is of the rank that was bid."))
    if facts.options["chiamata.call_rule"] == "any":
        lines.append(_t("The caller may call an own card, and then plays alone."))
    elif facts.on("gingo.own_call"):
        lines.append(_t("An own card may be called too: that is playing alone, for twice the bid."))
    if facts.on("chiamata.dark"):
        lines.append(_t("Trumps are named only after the first trick, before the second."))
        lines.append(
            {
                "no_trump": _t("The first trick goes to the highest card of the suit led."),
                "retroactive": _t("The first trick is judged by the trumps that are named then."),
            }[facts.options["chiamata.dark_first"]]
        )
    return lines
