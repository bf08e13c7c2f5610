"""The readable rules of the worth of a deal, of winning a match, and of the pot."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import gettext as _t
from django.utils.translation import ngettext

from games.rules_text.facts import Facts

HUNDRED = 100


def result(facts: Facts) -> list[str]:
    """Return sentences on who wins a deal, and the points that a win brings."""
    if facts.talon:
        return _rematada(facts)
    if facts.auction:
        return _called(facts)
    if facts.options["score.policy"] == "stay_under":
        return _stay_under(facts)
    return _most(facts)


def _most(facts: Facts) -> list[str]:
    lines = []
    if facts.chosen("match.unit") == "points":
        return [_t("What each side has taken in a deal is added up over the match.")]
    extras = facts.options["marriage.mode"] != "none"
    if len(facts.rules.sides) == 2 and not extras:
        lines.append(
            _t("The side with %(most)d points or more wins the deal.") % {"most": facts.most}
        )
    else:
        lines.append(_t("Most points win the deal."))
    lines.append(tie(facts))
    if facts.chosen("score.hundred") == 2:
        lines.append(_t("More than %(count)d points count as two deals.") % {"count": HUNDRED})
    return lines


def tie(facts: Facts) -> str:
    """Return sentences on the winner of a deal in which several sides have most points."""
    words = {
        "all_tied": _t("everybody who is level wins it"),
        "mano": _t("the eldest, or who sits nearest to the eldest's right, wins it"),
        "most_cards": _t("the side with most cards wins it"),
        "void": _t("nobody wins it"),
    }
    then = _t("; if that is level too, ").join(words[link] for link in facts.options["tie.chain"])
    return _t("When the top is level, %(what)s.") % {"what": then}


def _stay_under(facts: Facts) -> list[str]:
    nobody = {
        "nobody": _t("If no side is within it, nobody wins the deal."),
        "fewest": _t("If no side is within it, fewest points win the deal."),
    }[facts.options["mexican.none"]]
    limit = facts.options["mexican.limit"]
    within = ngettext(
        "Every side with %(limit)d point or none wins the deal.",
        "Every side with %(limit)d points or fewer wins the deal.",
        limit,
    )
    return [within % {"limit": limit}, nobody]


def _called(facts: Facts) -> list[str]:
    if facts.options["auction.kind"] == "rank":
        needed = _t("The caller's side needs %(most)d points, or as many as were bid.") % {
            "most": facts.most
        }
    else:
        needed = _t("The caller's side needs as many points as were bid.")
    if facts.options["chiamata.scoring"] == "gingo":
        return [
            needed,
            _t("If it makes them, caller and partner each score what was bid."),
            _t(
                "If not, both lose what is missing, and each of the others scores what these have "
                "taken together."
            ),
        ]
    lines = [
        needed,
        _t(
            "If it makes them, the caller scores 2, the partner 1, and the others lose 1 each; if "
            "not, it is the other way round."
        ),
        _t("Who plays alone scores or loses 4."),
    ]
    if facts.on("chiamata.cappotto"):
        lines.append(_t("All of that counts double where one side takes all the points."))
    return lines


def _rematada(facts: Facts) -> list[str]:
    award = {
        "bid": _t("Who makes what was bid scores the bid, the others nothing."),
        "made": _t("Who makes what was bid scores all points made, the others nothing."),
    }[facts.options["rematada.award"]]
    if facts.chosen("marriage.mode") == "captured":
        pair = _t("40 more are for having taken king and knight of trumps.")
        if facts.options["marriage.scope"] == "same_trick":
            pair = _t("40 more are for having taken king and knight of trumps in one trick.")
    else:
        pair = _t("40 more are for holding king and knight of trumps, once a trick is won.")
    return [
        _t(
            "The winner of the auction counts the cards taken and put away, and 10 more for the "
            "last trick."
        ),
        pair,
        award,
        _t("Who does not scores nothing, and the bid is shared among the other two."),
        _t(
            "It is wise not to bid more than 170: the 120 points of the cards, 40 and 10 are all "
            "that can be made."
        ),
    ]


def match(facts: Facts) -> list[str]:
    """Return sentences on when the match ends and which side has won."""
    options = facts.options
    if options["match.end"] == "four_trumps":
        lines = [_t("The match lasts four deals, one with each suit as trumps.")]
        lines.append(
            {
                "victories": _t("Most deals won decide it."),
                "points": _t("The points of all four deals decide it."),
            }[options["match.decide_by"]]
        )
        return [*lines, _level(facts)]
    if options["match.end"] == "fixed_deals":
        count = options["match.max_deals"]
        lines = [
            ngettext(
                "The match lasts %(count)d deal; who leads then has won.",
                "The match lasts %(count)d deals; who leads then has won.",
                count,
            )
            % {"count": count}
        ]
        return [*lines, *_unit(facts), _level(facts)]
    return [goal(facts), _level(facts), *_limit(facts)]


def goal(facts: Facts) -> str:
    """Return the sentence on how a side wins the match."""
    options = facts.options
    if options["match.end"] != "target":
        return match(facts)[0]
    target = options["match.target"]
    if facts.auction or options["match.unit"] == "points":
        return _t("The match goes to the first to reach %(target)s points.") % {
            "target": number_format(target)
        }
    return ngettext(
        "The match goes to the first to win %(target)d deal.",
        "The match goes to the first to win %(target)d deals.",
        target,
    ) % {"target": target}


def _unit(facts: Facts) -> list[str]:
    unit = facts.chosen("match.unit")
    if unit is None:
        return []
    return [_t("Points count.") if unit == "points" else _t("Deals won count.")]


def _level(facts: Facts) -> str:
    if facts.options["match.tie"] == "draw":
        return _t("If several are level at the top, the match is drawn.")
    return _t("If several are level at the top, they play on until one leads.")


def _limit(facts: Facts) -> list[str]:
    count = facts.options["match.max_deals"]
    if not count:
        return []
    line = ngettext(
        "After %(count)d deal at the latest it is over, and who leads has won.",
        "After %(count)d deals at the latest it is over, and who leads has won.",
        count,
    )
    return [line % {"count": count}]


def pot(facts: Facts) -> list[str]:
    """Return sentences on the chips that players pay into the pot, and who gets the pot."""
    stake = facts.options["pot.stake"]
    if not stake:
        return []
    lines = [
        ngettext(
            "Everybody puts %(stake)s chip into the pot; whoever wins the match takes it. It is "
            "play money alone.",
            "Everybody puts %(stake)s chips into the pot; whoever wins the match takes it. It is "
            "play money alone.",
            stake,
        )
        % {"stake": number_format(stake)}
    ]
    on_tie = facts.chosen("pot.on_tie")
    if on_tie == "keep":
        lines.append(_t("If the match is drawn, the pot stays for the next one."))
    elif on_tie:
        lines.append(_t("If the match is drawn, everybody stakes again, and the pot doubles."))
    return lines
