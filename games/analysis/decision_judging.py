"""The judgement of exchanges, marriages, bids, calls and discards, from the view of the seat that decides."""

from __future__ import annotations

import random
import zlib
from dataclasses import replace
from typing import Final

from games.analysis.decisions import Decision, action_code
from games.analysis.grading import INEXACT_FROM
from games.analysis.judging import Judged
from games.bots.evaluation import contract_decisions
from games.bots.evaluation.evaluator import judges
from games.bots.evaluation.exchange_evaluator import (
    EXCHANGE,
    evaluate_exchange,
    may_judge_exchange,
)
from games.bots.evaluation.marriage_evaluator import (
    OPTIONS,
    SHOW,
    evaluate_marriage,
    may_judge_marriage,
)
from games.bots.variants.marrying import MARRIAGE_POINTS
from games.bots.variants.unit import CARDS
from games.engine import Bid, Declare, Discard

KEEP: Final = "keep"
"""The option of an exchange that is not made, now or at all."""


def judge_decision(decision: Decision, seed: str, worlds: int) -> Judged | None:
    """Return the judgement of an exchange, a marriage, a bid, a call or a discard.

    None where the seat had no choice, where the game cannot be judged, and for claims and signs,
    which `disclosure_judging` judges by what others could do with them. Exchanges and marriages are
    played out in `worlds` determinizations; the same seed gives the same.
    """
    if decision.kind == "exchange":
        return _judge_exchange(decision, seed, worlds)
    if decision.kind == "marriage":
        return _judge_marriage(decision, seed, worlds)
    if decision.kind in ("claim", "sign"):
        return None
    return _judge_contract(decision, seed)


def _judge_exchange(decision: Decision, seed: str, worlds: int) -> Judged | None:
    """Return the judgement of an exchange of the turned card that was made, or was possible."""
    view = decision.view
    if not may_judge_exchange(view.rules):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    evaluation = evaluate_exchange(view, rng, worlds)
    exchanged = decision.chosen == EXCHANGE
    # who did not exchange kept the card for as long as the deal shows; who did had the better way
    keeping = evaluation.keeping if exchanged else decision.chosen
    (exchanging, not_exchanging), best = evaluation.worths((EXCHANGE, keeping))
    judged = Judged(
        options={EXCHANGE: exchanging, KEEP: not_exchanging},
        chosen=EXCHANGE if exchanged else KEEP,
        best=(EXCHANGE, KEEP)[best],
        worlds=worlds,
        unit=evaluation.unit,
    )
    if judged.weight < INEXACT_FROM:
        return judged
    points = view.rules.points[decision.cards[1]] - view.rules.points[decision.cards[0]]
    return replace(judged, why=("takes_higher" if best == 0 else "keeps_low", points))


def _judge_marriage(decision: Decision, seed: str, worlds: int) -> Judged | None:
    """Return the judgement of a marriage that was shown, or was broken without being shown."""
    view, suit = decision.view, decision.cards[0][0]
    if not may_judge_marriage(view.rules):
        return None
    rng = random.Random(seed)  # noqa: S311 - samples, not decks
    worths, best = evaluate_marriage(view, suit, rng, worlds)
    options = dict(zip(OPTIONS, worths, strict=True))
    judged = Judged(options, decision.chosen, OPTIONS[best], worlds, CARDS)
    if judged.weight < INEXACT_FROM or judged.best != SHOW:
        return judged
    return replace(judged, why=("shows_pair", MARRIAGE_POINTS * (1 + (suit == view.trump))))


def _judge_contract(decision: Decision, seed: str) -> Judged | None:
    """Return the judgement of a bid, a call or a discard."""
    view = decision.view
    if not judges(view.rules):
        return None
    number = zlib.crc32(seed.encode()) | 1
    legal = [action for action in view.legal if isinstance(action, Bid | Declare | Discard)]
    codes = {action: action_code(action) for action in legal}
    if len(codes) < 2:
        return None
    if decision.kind == "bid":
        bids = {action: code for action, code in codes.items() if isinstance(action, Bid)}
        chosen_bid = next(action for action, code in bids.items() if code == decision.chosen)
        compared = contract_decisions.compare_bids(view, chosen_bid, bids, number)
    elif decision.kind == "call":
        calls = {action: code for action, code in codes.items() if isinstance(action, Declare)}
        compared = contract_decisions.compare_calls(view, calls, decision.chosen, number)
    else:
        discards = {action: code for action, code in codes.items() if isinstance(action, Discard)}
        compared = contract_decisions.compare_discards(view, discards, decision.chosen, number)
    judged = Judged(
        options=compared.worths,
        chosen=decision.chosen,
        best=compared.best,
        worlds=contract_decisions.WORLDS,
        unit=compared.unit,
    )
    if judged.weight < INEXACT_FROM or decision.kind != "bid":
        return judged
    why = "bids_less" if decision.chosen != "pass" else "bids_more"
    return replace(judged, why=(why, round(100 * judged.options[judged.best].win)))
