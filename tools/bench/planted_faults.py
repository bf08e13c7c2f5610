"""Faults of ten kinds that are planted into deals of bots: a position and a poor player's choice in it.

For each kind a function picks the faulty choice in a position, or None if there is none. It does not
decide whether the choice costs points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from games.analysis import Decision, Judged, judge, judge_decision
from games.analysis.decisions import action_code
from games.bots import bot_named
from games.bots.evaluation.auction import best_call
from games.bots.evaluation.exchange_evaluator import NEVER
from games.bots.knowledge.base_game import card_plays
from games.bots.knowledge.trick import points_on_table, winner_so_far
from games.engine import (
    Action,
    Bid,
    Card,
    Cut,
    DealCards,
    Declare,
    MatchState,
    PlayCard,
    PlayerView,
    Rules,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.engine.phases.play import exchange_window

BRISCA_POINTS: Final = 10
"""Least card points of an ace or a three."""
EARLY_STOCK: Final = 8
"""Least number of cards in the stock while a lead is early."""
OVERBID_POINTS: Final = 25
"""Points by which a planted bid is too high."""
Visited: TypeAlias = tuple[MatchState, Action]
"""A position of a deal and the bot's action in it."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A position and a faulty choice planted in it: a card, or a decision without a card."""

    kind: str
    view: PlayerView
    card: Card = ""
    decision: Decision | None = None

    def judged(self, seed: str, worlds: int) -> Judged | None:
        """Return the analysis's judgement of the planted choice, by `worlds` sampled deals."""
        if self.decision is not None:
            return judge_decision(self.decision, seed, worlds)
        return judge(self.view, self.card, seed, worlds)


def positions(rules: Rules, rng: random.Random, level: str = "learned") -> Iterator[Visited]:
    """Yield every position of a random deal with the action that a bot level takes in it."""
    bot = bot_named(level)
    state = random_deal(rules, rng)
    while state.phase in ("auction", "discard", "call", "play") and state.turn is not None:
        action = bot.choose(view_for(state, state.turn), rng)
        yield state, action
        state, _ = apply(state, action)


def random_deal(rules: Rules, rng: random.Random) -> MatchState:
    """Return a random deal before its first bid or card."""
    state = start(rules, dealer=rng.randrange(rules.players))
    state, _ = apply(state, Cut(state.cutter, len(rules.deck) // 2))
    return apply(state, DealCards(tuple(rng.sample(rules.deck, len(rules.deck)))))[0]


def _split(view: PlayerView) -> tuple[list[Card], list[Card]]:
    """Return the cards of the hand that beat the trick, and those that lose; ([], []) on lead."""
    if view.trick is None or not view.trick.plays:
        return [], []
    power = view.rules.power[view.trump or "", view.trick.plays[0].card[0]]
    high = winner_so_far(view)[1]
    cards = [play.card for play in card_plays(view)]
    return [card for card in cards if power[card] > high], [
        card for card in cards if power[card] < high
    ]


def _points(view: PlayerView, card: Card) -> int:
    return view.rules.points[card]


def _under(view: PlayerView) -> Card | None:
    """Return an ace or a three to waste on a trick that is lost, or None."""
    _, loses = _split(view)
    return next((card for card in loses if _points(view, card) >= BRISCA_POINTS), None)


def _let_go(view: PlayerView) -> Card | None:
    """Return a card that loses a trick with a brisca, although the hand could win it, or None."""
    takes, loses = _split(view)
    if not takes or points_on_table(view) < BRISCA_POINTS:
        return None
    return min(loses, key=lambda card: _points(view, card), default=None)


def _waste(view: PlayerView) -> Card | None:
    """Return the ace or three of trumps to win a trick without points, or None."""
    takes, _ = _split(view)
    return next(
        (card for card in takes if card[0] == view.trump and _points(view, card) >= BRISCA_POINTS
         and not points_on_table(view)), None)  # fmt: skip


def _ruff(view: PlayerView) -> Card | None:
    """Return a trump to win a trick without points, if a worthless card could lose it, or None."""
    takes, loses = _split(view)
    if points_on_table(view) or not any(not _points(view, card) for card in loses):
        return None
    return next((card for card in takes if card[0] == view.trump), None)


def _lead(view: PlayerView, *, trump: bool) -> Card | None:
    """Return an ace or three to lead too early, a trump or (if not `trump`) not, or None."""
    if view.trick is None or view.trick.plays or view.stock < EARLY_STOCK:
        return None
    candidates = [card for card in view.hand if (card[0] == view.trump) == trump]
    return next((card for card in candidates if _points(view, card) >= BRISCA_POINTS), None)


CARD_PICKERS: Final[Mapping[str, Callable[[PlayerView], Card | None]]] = MappingProxyType(
    {
        "brisca_thrown_under": _under,
        "brisca_let_go": _let_go,
        "high_trump_for_nothing": _waste,
        "trump_for_nothing": _ruff,
        "bare_brisca_led": lambda view: _lead(view, trump=False),
        "high_trump_led": lambda view: _lead(view, trump=True),
    }
)
"""Kinds of faults of a card, and the function that picks the card."""


def card_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield faults of cards in one deal of two players, at most one of a kind."""
    rules, planted_kinds = build_ruleset("ludoteka", 2).rules, set[str]()
    for state, action in positions(rules, rng):
        if not isinstance(action, PlayCard):
            continue
        view = view_for(state, action.seat)
        for kind, picks in CARD_PICKERS.items():
            card = picks(view) if kind not in planted_kinds else None
            if card is not None and card != action.card and rng.random() < 0.5:
                planted_kinds.add(kind)
                yield Planted(kind, view, card)


def exchange_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield the first missed exchange for a card with points in one deal of two players."""
    rules = build_ruleset("ludoteka", 2).rules
    for state, action in positions(rules, rng):
        window = exchange_window(state, action) if isinstance(action, PlayCard) else None
        if window is None or window.state.deal is None or window.state.turn is None:
            continue
        turned = window.state.deal.turned or ""
        if rules.points[turned]:
            yield planted_exchange("exchange_missed", window.state, window.give, NEVER)
            return


def planted_exchange(kind: str, state: MatchState, give: Card, chosen: str) -> Planted:
    """Return a planted fault of not exchanging a card, between trick and draw."""
    deal = state.deal
    assert deal is not None
    assert state.turn is not None
    cards = (give, deal.turned or "")
    tricks = len(deal.tricks)
    decision = Decision(f"d1t{tricks}", 1, tricks, state.turn, "exchange", chosen, cards, state)
    return Planted(kind, decision.view, decision=decision)


def contract_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield faults of a deal with an auction: a too high bid, a timid pass, a poor call."""
    rules = build_ruleset("chiamata_punti", 5).rules
    state = random_deal(rules, rng)
    while state.phase == "auction" and state.turn is not None:
        view = view_for(state, state.turn)
        bids = [action for action in view.legal if isinstance(action, Bid)]
        raises = [bid for bid in bids if not bid.passes]
        last = view.auction is not None and sum(view.auction.passed) == rules.players - 1
        action = bot_named("learned").choose(view, rng)
        passing = next((bid for bid in bids if bid.passes), None)
        if action == passing and len(raises) > OVERBID_POINTS:
            yield planted_contract("bid_too_high", state, raises[OVERBID_POINTS])
        if last and passing is not None and action != passing:
            yield planted_contract("bid_missed", state, passing)
        # all before the last pass, so that the last decides alone
        more_may_bid = view.auction is not None and sum(view.auction.passed) < rules.players - 1
        state, _ = apply(state, passing if more_may_bid and passing is not None else action)
    if state.phase == "call" and state.turn is not None:
        view = view_for(state, state.turn)
        best = best_call(rules, view.hand).suit
        calls = [call for call in view.legal if isinstance(call, Declare) and call.suit != best]
        if calls:
            yield planted_contract("poor_call", state, rng.choice(calls))


def planted_contract(kind: str, state: MatchState, action: Bid | Declare) -> Planted:
    """Return a planted fault that is a bid or a call."""
    name = "bid" if isinstance(action, Bid) else "call"
    code = action_code(action)
    decision = Decision("d1a1", 1, 0, action.seat, name, code, (), state)
    return Planted(kind, decision.view, decision=decision)


FAULT_KINDS: Final = (*CARD_PICKERS, "exchange_missed", "bid_too_high", "bid_missed", "poor_call")
FAULT_SOURCES: Final = (
    (tuple(CARD_PICKERS), card_faults),
    (("exchange_missed",), exchange_faults),
    (("bid_too_high", "bid_missed", "poor_call"), contract_faults),
)
"""Kinds of faults, and the function that yields faults of these kinds."""


def plant_faults(each: int, seed: str, step: Callable[[], None]) -> list[Planted]:
    """Return `each` faults of every kind, from random deals determined by the seed.

    `step` is called after each fault that is used, to show progress.
    """
    rng = random.Random(seed)
    faults_by_kind: dict[str, list[Planted]] = {kind: [] for kind in FAULT_KINDS}
    while any(len(rows) < each for rows in faults_by_kind.values()):
        for kinds, faults in FAULT_SOURCES:
            if all(len(faults_by_kind[kind]) >= each for kind in kinds):
                continue
            for fault in faults(rng):
                if len(faults_by_kind[fault.kind]) < each:
                    faults_by_kind[fault.kind].append(fault)
                    step()
    return [fault for rows in faults_by_kind.values() for fault in rows]
