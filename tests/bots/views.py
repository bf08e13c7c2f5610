"""Views for the tests of bots, written as text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.engine import (
    ARRASTRE,
    Action,
    ArmExchange,
    Bid,
    Claim,
    ContractView,
    Declare,
    Discard,
    PlayCard,
    PlayerView,
    Rules,
    TrickView,
    build_ruleset,
)
from games.engine.phases.play import trick_winner


def view_of(
    hand: str,
    *,
    laid: str = "",
    trump: str = "O",
    turned: str | None = None,
    stock: int = 10,
    players: int = 2,
    preset: str = "ludoteka",
    offers: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    **fields: Any,
) -> PlayerView:
    """What a seat sees that is to play after the cards `laid`, the first of them by seat 0.

    `offers` of "arm", "claim", "arrastre" are legal besides; `fields` are those of the view.
    """
    rules: Rules = build_ruleset(preset, players, options).rules
    cards, table = tuple(hand.split()), laid.split()
    seat = len(table)
    plays = tuple(PlayCard(at, card) for at, card in enumerate(table))
    legal: list[Action] = [PlayCard(seat, card) for card in cards]
    if "arrastre" in offers:
        legal.append(PlayCard(seat, f"{trump}1", ARRASTRE))
    if "arm" in offers:
        legal.append(ArmExchange(seat, True))
    if "claim" in offers:
        legal.append(Claim(seat))
    nothing = (0,) * players
    view = PlayerView(
        seat=seat,
        rules=rules,
        phase="play",
        deal=1,
        dealer=players - 1,
        eldest=0,
        turn=seat,
        trump=trump,
        trump_card=turned or f"{trump}4",
        turned=turned,
        stock=stock,
        hand=cards,
        counts=tuple(len(cards) - (at < seat) for at in range(players)),
        hands=None,
        trick=TrickView(1, 0, plays, trick_winner(rules, trump, plays)[0] if plays else None),
        stock_cards=(),
        last_trick=None,
        tricks=nothing,
        seat_points=nothing,
        side_points=(0,) * len(rules.sides),
        score=(0,) * len(rules.sides),
        armed=False,
        legal=tuple(legal),
        auction=None,
        contract=None,
        marriages=(),
        looking=None,
        questions=(),
        signs=(),
        statements=(),
        played=(),
        history=(),
        notes={},
        result=None,
        winners=None,
        ended_by=None,
    )
    return replace(view, **fields)


def bidding(hand: str, preset: str, bids: tuple[Bid, ...]) -> PlayerView:
    """What seat 0 sees that may make one of these bids, or pass."""
    rules = build_ruleset(preset, 3 if preset == "rematada" else 5).rules
    view = view_of(hand, preset=preset, players=rules.players)
    return replace(view, phase="auction", trump=None, trick=None, legal=(*bids, Bid(0)))


def points_bids(least: int, most: int) -> tuple[Bid, ...]:
    """Bids of seat 0 in points."""
    return tuple(Bid(0, None, points) for points in range(least, most + 1))


def calling(hand: str, preset: str, calls: tuple[Declare, ...]) -> PlayerView:
    """What seat 0 sees that has won the auction and is to name one of these."""
    view = bidding(hand, preset, ())
    return replace(view, phase="call", legal=calls)


def discarding(hand: str) -> PlayerView:
    """What seat 0 sees that holds twelve cards and is to put two away."""
    cards = hand.split()
    away = [Discard(0, (one, other)) for at, one in enumerate(cards) for other in cards[at + 1 :]]
    return replace(bidding(hand, "rematada", ()), phase="discard", legal=tuple(away))


def contract_of(
    caller: int, *, card: str | None = None, partner: int | None = None, **fields: Any
) -> ContractView:
    """A contract of 61 points as a viewer sees it."""
    view = ContractView(
        caller=caller,
        bid=Bid(caller, None, 61),
        target=61,
        suit=card[0] if card else "O",
        rank=int(card[1:]) if card else None,
        card=card,
        partner=partner,
        alone=None if partner is None else partner == caller,
        revealed=False,
        talon=None,
        discards=None,
    )
    return replace(view, **fields)
