"""Reasons for which a card is right or wrong in a puzzle, and the facts that show it, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from games.bots.evaluation.exchange_evaluator import EXCHANGE
from games.common.card_names import card_name
from games.common.first_letters import lower_first
from games.puzzles.rules import PASS, RAISE
from games.puzzles.rules.reasons import (
    BIDS,
    FEEDS,
    LEADS_HIGHEST,
    LEADS_LOW,
    LEADS_POINTS,
    LEADS_TRUMP,
    LETS_GO,
    PAYS,
    PLAIN,
    TAKES,
    TRUMPS,
    Table,
    reason_of,
    table_of,
)
from games.rules_text.presets import both, rank_name

Json: TypeAlias = dict[str, Any]

MAX_FACTS: Final = 3
"""Facts that a page shows beside a puzzle at most."""
MAX_TRUMPS_SHOWN: Final = 3
"""Most trumps still out that are shown one by one."""
QUEENS: Final = {"kqj": 11, "all52": 12}
"""Option `deck.french` -> number of the rank that is a queen."""
JACKS: Final = {"off": 10, "kqj": 10, "all52": 11}
"""Option `deck.french` -> number of the rank that is a jack."""

_RIGHT_TITLES: Final[Mapping[str, Promise]] = {
    TAKES: gettext_lazy("%(card)s takes it"),
    TRUMPS: gettext_lazy("%(card)s of trumps takes it"),
    FEEDS: gettext_lazy("%(card)s goes to your partner"),
    LETS_GO: gettext_lazy("%(card)s, and let it go"),
    PAYS: gettext_lazy("Giving up %(card)s costs least"),
    LEADS_HIGHEST: gettext_lazy("%(card)s is the highest left"),
    LEADS_TRUMP: gettext_lazy("Draw trumps with %(card)s"),
    LEADS_LOW: gettext_lazy("%(card)s gives nothing away"),
    LEADS_POINTS: gettext_lazy("Now is the time for %(card)s"),
    PLAIN: gettext_lazy("%(card)s does least harm"),
}


def the_card(code: str, faces: str, *, full: bool = True) -> str:
    """Return a card with its article, for use within a sentence; `full` names its suit."""
    number = int(code[1:])
    name = card_name(code, faces) if full else rank_name(number, faces)
    values = {"card": lower_first(name)}
    if number == 1:
        return pgettext("ace", "the %(card)s") % values
    if number in (JACKS.get(faces), QUEENS.get(faces)):
        return pgettext("jack or queen", "the %(card)s") % values
    return pgettext("card", "the %(card)s") % values


def short_card(position: Mapping[str, Any], code: str) -> str:
    """Return a card by its rank alone, with its article, where no other in sight has the rank."""
    others = {*position["hand"], *(play["card"] for play in position["trick"])} - {code}
    alone = all(other[1:] != code[1:] for other in others)
    return the_card(code, position["faces"], full=not alone)


def question_of(position: Mapping[str, Any]) -> str:
    """Return the question that a position asks."""
    asks = position.get("asks", "card")
    if asks == "bid":
        return _("What do you bid?")
    if asks == "call":
        return _("Which card do you call?")
    table = table_of(position)
    if not table.trick:
        return _("You lead. Which card do you play?")
    if table.is_friendly:
        return _("The trick is your partner's so far. Which card do you play?")
    values = {"card": short_card(position, table.trick[0])}
    if len(table.trick) == 1 and position["players"] == 2:
        return _("Your opponent leads %(card)s. Which card do you play?") % values
    return capfirst(_("%(card)s was led. Which card do you play?") % values)


def title_of(position: Mapping[str, Any], theme: str, best: str, chosen: str) -> str:
    """Return the title over an answer, made from the card and the reason; never a mere "right"."""
    if position["asked"] is not None:
        return _exchange_title(position, best)
    table = table_of(position, theme)
    if reason_of(table, best) == BIDS:
        return _bid_title(position, best)
    if chosen != best:
        return capfirst(_wrong_title(position, table, best, chosen))
    if theme == "seven" and table.exchange_card:
        words = _("Keep %(card)s") % {"card": short_card(position, table.exchange_card)}
        return capfirst(words)
    words = str(_RIGHT_TITLES[reason_of(table, best)])
    return capfirst(words % {"card": _titled(position, table, best)})


def _titled(position: Mapping[str, Any], table: Table, card: str) -> str:
    """Return a card as a title names it: a trump that takes the trick by its rank alone."""
    if reason_of(table, card) == TRUMPS:
        return the_card(card, position["faces"], full=False)
    return short_card(position, card)


def _exchange_title(position: Mapping[str, Any], best: str) -> str:
    """Return the title over an answer about exchanging a card for the turned one."""
    asked, faces = position["asked"], position["faces"]
    if best == EXCHANGE:
        return _("Take %(card)s") % {"card": the_card(asked["take"], faces)}
    return _("Keep %(card)s") % {"card": the_card(asked["give"], faces)}


def _bid_title(position: Mapping[str, Any], best: str) -> str:
    """Return the title over an answer about a bid, or about a card to be called."""
    if best == PASS:
        return _("This hand had better pass")
    if best == RAISE:
        return _("This hand is worth a bid")
    return _("Call %(card)s") % {"card": the_card(best, position["faces"])}


def _wrong_title(position: Mapping[str, Any], table: Table, best: str, chosen: str) -> str:
    """Return the title over a card that was wrong."""
    card = {"card": short_card(position, chosen)}
    points = table.rules.points
    if reason_of(table, chosen) == PLAIN or not table.trick:
        return _("Better to keep %(card)s") % card
    if table.is_friendly and table.takes(best):
        return _("Your partner's trick was not safe")
    if table.is_friendly and points[best] > points[chosen]:
        return _("Your partner could have had more")
    if table.takes(chosen):
        if table.takes(best):
            return _("No need for %(card)s") % card
        return _("It was not worth %(card)s") % card
    if table.takes(best):
        return _("That trick was yours to take")
    if points[chosen] > points[best] and not table.is_friendly:
        return _("%(card)s gives points away") % card
    return _("Better to keep %(card)s") % card


def explanation_of(position: Mapping[str, Any], theme: str, best: str, chosen: str) -> str:
    """Return one to three sentences on why an answer is right, or what would have been."""
    if position["asked"] is not None:
        return ""
    table = table_of(position, theme)
    why = _why(position, table, theme, best)
    if chosen == best:
        return why
    wrong = _why_not(position, table, chosen, best)
    better = _("Better: %(best)s.") % {"best": short_card(position, best)} if _is_card(best) else ""
    return " ".join(part for part in (wrong, better, why) if part)


def _is_card(code: str) -> bool:
    """Return True if a choice's code is that of a card."""
    return code not in (PASS, RAISE)


def _why(position: Mapping[str, Any], table: Table, theme: str, best: str) -> str:
    """Return the reason why a choice is right, as a sentence."""
    reason = reason_of(table, best)
    if reason == BIDS:
        return _why_bid(best)
    if theme == "seven" and table.exchange_card:
        return _("With %(give)s in hand you can still take %(turned)s from under the stock.") % {
            "give": the_card(table.exchange_card, position["faces"]),
            "turned": the_card(table.turned, position["faces"]),
        }
    if reason == PLAIN:
        return _("Every other card costs you more in the end.")
    if table.trick:
        return _why_reply(position, table, reason, best)
    return _why_lead(table, reason, best)


def _why_bid(best: str) -> str:
    """Return the reason why a bid or a call is right."""
    if best == PASS:
        return _("Whoever plays for the points with these cards loses more often than not.")
    if best == RAISE:
        return _("With the right card called, these cards make the points often enough.")
    return _("With that card as partner the hand makes its points most often.")


def _why_reply(position: Mapping[str, Any], table: Table, reason: str, best: str) -> str:
    """Return the reason why a card is right that is added to a trick."""
    own, total = table.rules.points[best], table.trick_points + table.rules.points[best]
    if reason in (TAKES, TRUMPS):
        gone = _gone_words(position, table, best) if reason == TAKES else ""
        return f"{gone} {_taken_words(table, total)}".strip()
    if reason == FEEDS:
        return ngettext(
            "It adds %(n)s point to what your side takes.",
            "It adds %(n)s points to what your side takes.",
            own,
        ) % {"n": own}
    if reason == PAYS:
        return _("Every other card would cost you more later.")
    if reason == LETS_GO and not table.is_friendly:
        return ngettext(
            "The trick holds %(n)s point: it is not worth a card that takes more later.",
            "The trick holds %(n)s points: it is not worth a card that takes more later.",
            table.trick_points,
        ) % {"n": table.trick_points}
    return _("The cards that you keep take more in the tricks that follow.")


def _gone_words(position: Mapping[str, Any], table: Table, card: str) -> str:
    """Return the sentence that the higher cards of a card's suit are gone; "" if it does not hold."""
    higher = [other for other in table.higher_cards(card) if table.rules.points[other]]
    if not higher or not all(other in table.past for other in higher):
        return ""
    names = both(the_card(other, position["faces"]) for other in higher)
    words = ngettext(
        "%(cards)s is gone, so that yours is the highest.",
        "%(cards)s are gone, so that yours is the highest.",
        len(higher),
    )
    return capfirst(words % {"cards": names})


def _taken_words(table: Table, points: int) -> str:
    """Return the points that a card brings which wins the trick so far, as a sentence."""
    values = {"n": points}
    if not table.is_last:
        return (
            ngettext(
                "It has the trick so far, with %(n)s point.",
                "It has the trick so far, with %(n)s points.",
                points,
            )
            % values
        )
    if table.stock:
        return (
            ngettext(
                "You take %(n)s point and draw first.",
                "You take %(n)s points and draw first.",
                points,
            )
            % values
        )
    return (
        ngettext(
            "You take %(n)s point and lead the next trick.",
            "You take %(n)s points and lead the next trick.",
            points,
        )
        % values
    )


def _why_lead(table: Table, reason: str, best: str) -> str:
    """Return the reason why a card is right that is led."""
    if reason == LEADS_HIGHEST:
        return _("No card that is still out beats it: the trick is yours.")
    if reason == LEADS_TRUMP:
        count = len(table.trumps_out)
        return ngettext(
            "%(n)s trump is still out; once it is played, your other cards are safe.",
            "%(n)s trumps are still out; once they are played, your other cards are safer.",
            count,
        ) % {"n": count}
    if reason == LEADS_LOW:
        return _("Whoever takes it takes little, and the cards that count stay with you.")
    return _("Every other card would cost you more later.")


def _why_not(position: Mapping[str, Any], table: Table, chosen: str, best: str) -> str:
    """Return the fault of a wrong card, as a sentence; "" where the title says it all."""
    if not _is_card(chosen) or chosen not in table.hand or not table.trick:
        return ""
    if reason_of(table, chosen) == PLAIN or table.is_friendly or not table.is_last:
        return ""
    points = table.rules.points[chosen]
    if table.takes(chosen):
        return ""
    values = {
        "card": short_card(position, chosen),
        "winning": short_card(position, table.trick[table.winning]),
        "n": points,
    }
    if not points:
        words = _("%(card)s does not beat %(winning)s.") % values if table.takes(best) else ""
        return capfirst(words)
    words = ngettext(
        "%(card)s does not beat %(winning)s: it goes to the other side, with %(n)s point.",
        "%(card)s does not beat %(winning)s: it goes to the other side, with %(n)s points.",
        points,
    )
    return capfirst(words % values)


def facts_of(position: Mapping[str, Any], theme: str) -> list[Json]:
    """Return at most three facts that make the answer knowable: each cards, a title and a line.

    They follow from the position alone, so that they tell nothing of the solution.
    """
    if position.get("asks", "card") != "card" or position["asked"] is not None:
        return _hand_facts(position)
    table = table_of(position, theme)
    candidates = [
        _exchange_fact(position, table) if theme == "seven" else None,
        _opponent_fact(table),
        _trump_fact(position, table),
        *_highest_facts(position, table),
        _draw_fact(position, table),
        _points_fact(position, table),
    ]
    facts = [fact for fact in candidates if fact is not None]
    return facts[:MAX_FACTS] or _hand_facts(position)


def _fact(cards: Sequence[str], title: str, line: str) -> Json:
    """Return a fact as template context."""
    return {"cards": list(cards), "title": capfirst(title), "line": line}


def _hand_facts(position: Mapping[str, Any]) -> list[Json]:
    """Return the fact of how many points the hand holds, which holds in every position."""
    rules = table_of(position).rules
    points = sum(rules.points[card] for card in position["hand"])
    counting = [card for card in position["hand"] if rules.points[card]][:MAX_FACTS]
    title = ngettext("Your hand holds %(n)s point", "Your hand holds %(n)s points", points)
    return [
        _fact(counting, title % {"n": points}, _("of %(n)s in the deal") % {"n": rules.deck_points})
    ]


def _exchange_fact(position: Mapping[str, Any], table: Table) -> Json | None:
    """Return the fact that a card in hand can be exchanged for the turned one, or None."""
    if not table.exchange_card:
        return None
    values = {
        "give": the_card(table.exchange_card, position["faces"], full=False),
        "take": the_card(table.turned, position["faces"]),
    }
    return _fact(
        [table.exchange_card, table.turned],
        _("%(give)s takes %(take)s") % values,
        _("the turned card, while there are cards to draw"),
    )


def _opponent_fact(table: Table) -> Json | None:
    """Return the fact that the opponent's hand is known, or None."""
    hand = table.opponent_hand
    if not hand:
        return None
    title = ngettext("Your opponent's last card", "Your opponent's %(n)s cards", len(hand))
    return _fact(hand, title % {"n": len(hand)}, _("every other card has been played, or is yours"))


def _trump_fact(position: Mapping[str, Any], table: Table) -> Json | None:
    """Return the fact of how many trumps are out, or which high ones are gone, or None."""
    if not table.trump or table.opponent_hand:
        return None
    out = table.trumps_out
    if len(out) <= MAX_TRUMPS_SHOWN:
        line = _("in other hands or in the stock") if table.stock else _("in other hands")
        if not out:
            return _fact([], _("No trump is out any more"), _("your own are the last"))
        title = ngettext("%(n)s trump is still out", "%(n)s trumps are still out", len(out))
        return _fact(out, title % {"n": len(out)}, line)
    trumps = [card for card in table.rules.deck if card[0] == table.trump]
    trumps.sort(key=lambda card: -table.rules.strengths[card])
    gone = _gone_from_top(trumps, table)
    if not gone:
        return None
    return _gone_fact(position, gone, trumps[len(gone)])


def _gone_from_top(cards: Sequence[str], table: Table) -> list[str]:
    """Return the cards of a suit, from the highest, that have been played without a gap."""
    gone: list[str] = []
    for card in cards:
        if card not in table.past:
            break
        gone.append(card)
    return gone


def _gone_fact(position: Mapping[str, Any], gone: Sequence[str], highest: str) -> Json:
    """Return the fact that the highest cards of a suit are gone, and which is the highest now."""
    faces = position["faces"]
    ranks = [the_card(card, faces, full=False) for card in gone[:-1]]
    if len(gone) > MAX_FACTS:
        title = _("All above %(card)s are gone") % {"card": the_card(highest, faces)}
        return _fact(gone[:MAX_FACTS], title, _("it is the highest of the suit"))
    title = ngettext("%(cards)s is gone", "%(cards)s are gone", len(gone))
    line = _("now %(card)s is the highest of the suit")
    return _fact(
        gone,
        title % {"cards": both([*ranks, the_card(gone[-1], faces)])},
        line % {"card": the_card(highest, faces, full=False)},
    )


def _highest_facts(position: Mapping[str, Any], table: Table) -> list[Json]:
    """Return the facts that the highest cards of plain suits are gone; the suit led comes first."""
    suits = dict.fromkeys([table.led, *(card[0] for card in table.hand)])
    facts = []
    for suit in suits:
        if not suit or suit == table.trump:
            continue
        cards = [card for card in table.rules.deck if card[0] == suit]
        cards.sort(key=lambda card: -table.rules.strengths[card])
        gone = _gone_from_top(cards, table)
        if gone and len(gone) < len(cards):
            facts.append(_gone_fact(position, gone, cards[len(gone)]))
    return facts


def _draw_fact(position: Mapping[str, Any], table: Table) -> Json | None:
    """Return the fact that the stock ends with the turned card soon, or None."""
    if not table.turned or table.stock > 2 * table.rules.players:
        return None
    title = ngettext("%(n)s card is left to draw", "%(n)s cards are left to draw", table.stock)
    line = _("the last of them is %(card)s") % {"card": the_card(table.turned, position["faces"])}
    return _fact([table.turned], title % {"n": table.stock}, line)


def _points_fact(position: Mapping[str, Any], table: Table) -> Json | None:
    """Return the fact of how many points are still to be won, or None."""
    if not table.rules.plain_deal:
        return None
    left = table.rules.deck_points - sum(position["points"])
    title = ngettext("%(n)s point is left to win", "%(n)s points are left to win", left)
    own = position["points"][0]
    return _fact([], title % {"n": left}, _("you have %(n)s") % {"n": own})
