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
from games.analysis.disclosure_judging import (
    SILENT,
    InformedPlay,
    JudgedCards,
    JudgedDisclosure,
    with_reason,
)
from games.analysis.information import MISSED_WORLDS, Use, use_missed
from games.analysis.judging import Judged
from games.analysis.played_cards import PlayedCard
from games.bots.knowledge.holdings import named_card
from games.engine import Rules, SignView

CARD_SIGNS: Final = ("trump_ace", "trump_three", "trump_king", "trump_knight", "trump_jack")
"""Signs that name a card, of the strongest one first."""
Made: TypeAlias = tuple[int, str]
"""A seat and its sign."""


def missed_signs(
    decisions: Sequence[Decision], cards: JudgedCards
) -> Iterator[tuple[Decision, JudgedDisclosure]]:
    """Yield each sign that a seat never made in a deal, to a partner's loss, with its judgement.

    `decisions` are those of the deal, `cards` its judged cards. A sign is yielded at the first
    play that it would have changed. There are none where an opponent may notice a sign, as to make
    none may be better then.
    """
    if not cards.played_cards or not _partners_alone_see(cards.played_cards[0].state.rules):
        return
    done = {(decision.seat, decision.chosen) for decision in decisions if decision.kind == "sign"}
    for before, played in pairwise(cards.played_cards):
        judged = cards.judged.get(played.at)
        missed = None if judged is None else _strongest(before, played, done)
        if judged is None or missed is None:
            continue
        seed = f"{cards.seed}/{played.at}/missed"
        use = use_missed(played.view, judged, SignView(*missed, played.trick), seed)
        if use is None:
            continue
        disclosure = _disclosure(missed, played, judged, use)
        if disclosure.judged.loss:  # not where both of the partner's cards win the deal
            done.add(missed)
            yield _decision(missed, played), disclosure


def _partners_alone_see(rules: Rules) -> bool:
    """Return whether partners make signs that no opponent can notice."""
    named = ("talk.mode", "talk.seen_by", "talk.leak")
    return [rules.option(name) for name in named] == ["senas", "partner", 0]


def _strongest(before: PlayedCard, played: PlayedCard, done: Collection[Made]) -> Made | None:
    """Return (partner, sign) of the strongest card that a partner could have signed before a play.

    Only cards held since the play `before` count, so that the partner had the time. None where
    that sign was made or already counted, and where partners hold no card with a sign.
    """
    rules, deal, held = played.state.rules, played.state.deal, before.state.deal
    assert deal is not None
    assert held is not None
    view = played.view
    for sign in CARD_SIGNS:
        card = named_card(view, sign)
        for seat in rules.partners(played.seat):
            candidate = seat, sign
            if card in deal.hands[seat] and card in held.hands[seat] and candidate not in done:
                return candidate
    return None


def _decision(missed: Made, played: PlayedCard) -> Decision:
    """Return the decision not to make a sign, at the address of the card that it would have changed."""
    seat, _ = missed
    return Decision(
        at=f"{played.at}s",
        deal=played.deal,
        trick=played.trick - 1,
        seat=seat,
        kind="sign",
        chosen=SILENT,
        cards=(),
        state=played.state,
    )


def _disclosure(missed: Made, played: PlayedCard, judged: Judged, use: Use) -> JudgedDisclosure:
    """Return the judgement of a sign that was not made."""
    _, sign = missed
    best, silent = use.with_it
    worlds = min(MISSED_WORLDS, judged.worlds)
    judged_sign = Judged({sign: best, SILENT: silent}, SILENT, sign, worlds, judged.unit)
    play = InformedPlay(played, use, silent.behind)
    return JudgedDisclosure(with_reason(judged_sign, "informs_partner"), (play,))
