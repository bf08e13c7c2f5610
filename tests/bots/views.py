"""Views for the tests of bots, written as text."""

from __future__ import annotations

from games.engine import (
    ARRASTRE,
    ArmExchange,
    Claim,
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
) -> PlayerView:
    """What a seat sees that is to play after the cards `laid`, the first of them by seat 0.

    `offers` of "arm", "claim", "arrastre" are legal besides.
    """
    rules: Rules = build_ruleset(preset, players).rules
    cards, table = tuple(hand.split()), laid.split()
    seat = len(table)
    plays = tuple(PlayCard(at, card) for at, card in enumerate(table))
    legal = [PlayCard(seat, card) for card in cards]
    if "arrastre" in offers:
        legal.append(PlayCard(seat, f"{trump}1", ARRASTRE))
    if "arm" in offers:
        legal.append(ArmExchange(seat, True))
    if "claim" in offers:
        legal.append(Claim(seat))
    nothing = (0,) * players
    return PlayerView(
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
        played=(),
        notes={},
        result=None,
        winners=None,
        ended_by=None,
    )
