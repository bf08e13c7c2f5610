"""Faults of ten kinds, planted into deals that bots play: the position, and what a poor player does.

Each kind picks, of a position, the choice that is a fault of its kind, or None where there is none.
Whether it costs anything is for the judgement to say.
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

BRISCA: Final = 10
"""Least points of an ace or a three."""
EARLY: Final = 8
"""Cards in the stock from which on a lead is early."""
OVERBID: Final = 25
"""Points that a bid is too high."""
Visited: TypeAlias = tuple[MatchState, Action]
"""A position of a deal, and what the bot did there."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A position, and a choice in it: a card, or a decision without one."""

    kind: str
    view: PlayerView
    card: Card = ""
    decision: Decision | None = None

    def judged(self, seed: str, worlds: int) -> Judged | None:
        """Return the judgement of the choice."""
        if self.decision is not None:
            return judge_decision(self.decision, seed, worlds)
        return judge(self.view, self.card, seed, worlds)


def positions(rules: Rules, rng: random.Random, level: str = "learned") -> Iterator[Visited]:
    """Yield every position of a random deal, and what the level does there."""
    bot = bot_named(level)
    state = begun(rules, rng)
    while state.phase in ("auction", "discard", "call", "play") and state.turn is not None:
        action = bot.choose(view_for(state, state.turn), rng)
        yield state, action
        state, _ = apply(state, action)


def begun(rules: Rules, rng: random.Random) -> MatchState:
    """Return a deal of random cards before its first bid or card."""
    state = start(rules, dealer=rng.randrange(rules.players))
    state, _ = apply(state, Cut(state.cutter, len(rules.deck) // 2))
    return apply(state, DealCards(tuple(rng.sample(rules.deck, len(rules.deck)))))[0]


def _split(view: PlayerView) -> tuple[list[Card], list[Card]]:
    """Return the cards that beat the table, and the others; both empty for who leads."""
    if view.trick is None or not view.trick.plays:
        return [], []
    power = view.rules.power[view.trump or "", view.trick.plays[0].card[0]]
    high = winner_so_far(view)[1]
    cards = [play.card for play in card_plays(view)]
    return [one for one in cards if power[one] > high], [one for one in cards if power[one] < high]


def _points(view: PlayerView, card: Card) -> int:
    return view.rules.points[card]


def _under(view: PlayerView) -> Card | None:
    """An ace or a three is thrown under a trick that is lost."""
    _, loses = _split(view)
    return next((one for one in loses if _points(view, one) >= BRISCA), None)


def _let_go(view: PlayerView) -> Card | None:
    """A trick with a brisca in it is let go, with a card in hand that takes it."""
    takes, loses = _split(view)
    if not takes or points_on_table(view) < BRISCA:
        return None
    return min(loses, key=lambda one: _points(view, one), default=None)


def _waste(view: PlayerView) -> Card | None:
    """The ace or three of trumps takes a trick that is worth nothing."""
    takes, _ = _split(view)
    return next(
        (one for one in takes if one[0] == view.trump and _points(view, one) >= BRISCA
         and not points_on_table(view)), None)  # fmt: skip


def _ruff(view: PlayerView) -> Card | None:
    """A trump takes a trick that is worth nothing."""
    takes, loses = _split(view)
    if points_on_table(view) or not any(not _points(view, one) for one in loses):
        return None
    return next((one for one in takes if one[0] == view.trump), None)


def _lead(view: PlayerView, *, trump: bool) -> Card | None:
    """An ace or a three is led early."""
    if view.trick is None or view.trick.plays or view.stock < EARLY:
        return None
    wanted = [one for one in view.hand if (one[0] == view.trump) == trump]
    return next((one for one in wanted if _points(view, one) >= BRISCA), None)


CARDS: Final[Mapping[str, Callable[[PlayerView], Card | None]]] = MappingProxyType(
    {
        "brisca_thrown_under": _under,
        "brisca_let_go": _let_go,
        "high_trump_for_nothing": _waste,
        "trump_for_nothing": _ruff,
        "bare_brisca_led": lambda view: _lead(view, trump=False),
        "high_trump_led": lambda view: _lead(view, trump=True),
    }
)
"""Kinds of faults of a card, and the card that each picks."""


def card_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield faults of cards in one deal of two players, at most one of a kind."""
    rules, seen = build_ruleset("ludoteka", 2).rules, set[str]()
    for state, action in positions(rules, rng):
        if not isinstance(action, PlayCard):
            continue
        view = view_for(state, action.seat)
        for kind, picks in CARDS.items():
            card = picks(view) if kind not in seen else None
            if card is not None and card != action.card and rng.random() < 0.5:
                seen.add(kind)
                yield Planted(kind, view, card)


def exchange_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield the first exchange for a card with points of a deal, not made."""
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
    """Return a decision about the exchange between trick and draw."""
    deal = state.deal
    assert deal is not None
    assert state.turn is not None
    cards = (give, deal.turned or "")
    tricks = len(deal.tricks)
    made = Decision(f"d1t{tricks}", 1, tricks, state.turn, "exchange", chosen, cards, state)
    return Planted(kind, made.view, decision=made)


def contract_faults(rng: random.Random) -> Iterator[Planted]:
    """Yield a bid that is too high, a pass with a good hand, and a poor call."""
    rules = build_ruleset("chiamata_punti", 5).rules
    state = begun(rules, rng)
    while state.phase == "auction" and state.turn is not None:
        view = view_for(state, state.turn)
        bids = [one for one in view.legal if isinstance(one, Bid)]
        raises = [one for one in bids if not one.passes]
        last = view.auction is not None and sum(view.auction.passed) == rules.players - 1
        action = bot_named("learned").choose(view, rng)
        passing = next((one for one in bids if one.passes), None)
        if action == passing and len(raises) > OVERBID:
            yield planted_contract("bid_too_high", state, raises[OVERBID])
        if last and passing is not None and action != passing:
            yield planted_contract("bid_missed", state, passing)
        # all before the last pass, so that the last decides alone
        others = view.auction is not None and sum(view.auction.passed) < rules.players - 1
        state, _ = apply(state, passing if others and passing is not None else action)
    if state.phase == "call" and state.turn is not None:
        view = view_for(state, state.turn)
        best = best_call(rules, view.hand).suit
        calls = [one for one in view.legal if isinstance(one, Declare) and one.suit != best]
        if calls:
            yield planted_contract("poor_call", state, rng.choice(calls))


def planted_contract(kind: str, state: MatchState, action: Bid | Declare) -> Planted:
    """Return a bid or a call as a decision."""
    name = "bid" if isinstance(action, Bid) else "call"
    code = action_code(action)
    made = Decision("d1a1", 1, 0, action.seat, name, code, (), state)
    return Planted(kind, made.view, decision=made)


KINDS: Final = (*CARDS, "exchange_missed", "bid_too_high", "bid_missed", "poor_call")


SOURCES: Final = (
    (tuple(CARDS), card_faults),
    (("exchange_missed",), exchange_faults),
    (("bid_too_high", "bid_missed", "poor_call"), contract_faults),
)
"""Kinds of faults, and what yields them."""


def harvested(each: int, seed: str, step: Callable[[], None]) -> list[Planted]:
    """Return so many faults of every kind, of deals that follow from the seed."""
    rng = random.Random(seed)
    found: dict[str, list[Planted]] = {kind: [] for kind in KINDS}
    while any(len(rows) < each for rows in found.values()):
        for kinds, faults in SOURCES:
            if all(len(found[kind]) >= each for kind in kinds):
                continue
            for one in faults(rng):
                if len(found[one.kind]) < each:
                    found[one.kind].append(one)
                    step()
    return [one for rows in found.values() for one in rows]
