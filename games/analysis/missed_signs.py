"""The judgement of signs that were not made: by what a partner would have played knowing the card.

A sign that was not made costs what one that was made gains: what a partner's best card with that
knowledge is ahead by. Only signs that name a card are looked at, and at a partner's play only the
strongest of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from games.analysis.decisions import Decision
from games.analysis.information import MISSED_WORLDS, Use, use_missed
from games.analysis.judging import Judged
from games.analysis.moments import Moment
from games.analysis.told_judging import SILENT, JudgedCards, Telling, Told, with_reason
from games.bots.knowledge.holdings import named_card
from games.engine import Rules, SignView

NAMING: Final = ("trump_ace", "trump_three", "trump_king", "trump_knight", "trump_jack")
"""Signs that name a card, of the strongest one first."""
Made: TypeAlias = tuple[int, str]
"""A seat and its sign."""


def missed_signs(
    decisions: Sequence[Decision], cards: JudgedCards
) -> Iterator[tuple[Decision, Telling]]:
    """Yield each sign that a seat of a deal never made and by which a partner lost, judged.

    `decisions` are those of the deal, `cards` its judged cards. A sign is yielded at the first
    play that it would have changed. There are none where an opponent may notice a sign, as to make
    none may be better then.
    """
    if not cards.moments or not _partners_alone_see(cards.moments[0].state.rules):
        return
    done = {(one.seat, one.chosen) for one in decisions if one.kind == "sign"}
    for before, moment in pairwise(cards.moments):
        judged = cards.judged.get(moment.at)
        made = None if judged is None else _strongest(before, moment, done)
        if judged is None or made is None:
            continue
        seed = f"{cards.seed}/{moment.at}/missed"
        use = use_missed(moment.view, judged, SignView(*made, moment.trick), seed)
        if use is None:
            continue
        telling = _telling(made, moment, judged, use)
        if telling.judged.loss:  # not where both of the partner's cards win the deal
            done.add(made)
            yield _decision(made, moment), telling


def _partners_alone_see(rules: Rules) -> bool:
    """Return whether partners make signs that no opponent can notice."""
    named = ("talk.mode", "talk.seen_by", "talk.leak")
    return [rules.option(name) for name in named] == ["senas", "partner", 0]


def _strongest(before: Moment, moment: Moment, done: Collection[Made]) -> Made | None:
    """Return the strongest card, by its sign, that a partner could have signed before a play.

    A partner who has held it since the play `before` at least had the time to. It is None where
    that sign was made, or counted, and where partners hold no such card.
    """
    rules, deal, held = moment.state.rules, moment.state.deal, before.state.deal
    assert deal is not None
    assert held is not None
    view = moment.view
    for sign in NAMING:
        card = named_card(view, sign)
        for seat in rules.partners(moment.seat):
            made = seat, sign
            if card in deal.hands[seat] and card in held.hands[seat] and made not in done:
                return made
    return None


def _decision(made: Made, moment: Moment) -> Decision:
    """Return the decision not to make a sign, at the address of the card that it would have changed."""
    seat, _ = made
    return Decision(
        at=f"{moment.at}s",
        deal=moment.deal,
        trick=moment.trick - 1,
        seat=seat,
        kind="sign",
        chosen=SILENT,
        cards=(),
        state=moment.state,
    )


def _telling(made: Made, moment: Moment, judged: Judged, use: Use) -> Telling:
    """Return the judgement of a sign that was not made."""
    _, sign = made
    best, silent = use.with_it
    worlds = min(MISSED_WORLDS, judged.worlds)
    found = Judged({sign: best, SILENT: silent}, SILENT, sign, worlds, judged.unit)
    told = Told(moment, use, silent.behind)
    return Telling(with_reason(found, "informs_partner"), (told,))
