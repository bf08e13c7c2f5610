"""Evaluation of cards in games with an auction, in game points, from the view of one seat.

The partner is hidden as the cards are: in each determinization it is whoever holds the called card.
The policies of `games.bots.variants.contract_table` play the rollouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from games.bots.evaluation.judgement import Judgement, judgement_of
from games.bots.knowledge import contract_game
from games.bots.simulation.coding import NONE, Floats, bits
from games.bots.variants import contract_deals
from games.bots.variants.contract_deals import ContractRows
from games.bots.variants.contract_rollouts import play_out
from games.bots.variants.contract_table import learned, policy_for
from games.bots.variants.talon import LAST_TRICK
from games.bots.variants.unit import HALF_DEAL_POINTS, Unit, in_game_points
from games.engine import Card, PlayCard, PlayerView, Rules

AT_ONCE: Final = 128
"""Determinizations drawn from the same particles; further ones are drawn from new particles."""
_CALLER, _PARTNER, _ALONE = 2, 1, 4
"""Game points of a called contract; each of the others pays or gets one (rules, 3.6)."""


def judges_contract(rules: Rules) -> bool:
    """Return whether plays of this game with an auction can be evaluated: its policy is trained."""
    return learned(rules)


def in_play(view: PlayerView) -> bool:
    """Return whether cards are being played under a contract whose trump is named."""
    return view.phase == "play" and view.contract is not None and bool(view.trump)


def evaluate(
    view: PlayerView, cards: list[PlayCard], worlds: int, dice: np.random.Generator
) -> Judgement:
    """Return the expected game points and chance to win of each card, from `worlds` rollouts."""
    known, policy, copies = contract_game.known_to(view), policy_for(view.rules), len(cards)
    codes = np.array([known.codes[play.card] for play in cards])
    last = LAST_TRICK if view.rules.talon else 0
    points, wins = [], []
    for begin in range(0, worlds, AT_ONCE):
        count = min(AT_ONCE, worlds - begin)
        rows = contract_game.draw(view, known, policy, count, dice).repeated(copies)
        rows.play(known.kernel, np.tile(codes, count))
        play_out(known.kernel, policy, rows, dice, copies, last)
        gains, won = _worth(view, rows, known.seat)
        points.append(gains.reshape(count, copies))
        wins.append(won.reshape(count, copies))
    return judgement_of(cards, np.concatenate(points), np.concatenate(wins), unit_of(view))


def unit_of(view: PlayerView) -> Unit:
    """Return the unit in which cards are judged: game points, weighted for the viewer's seat.

    A won and a lost contract are as far apart as HALF card points of the base game.
    """
    rules, contract = view.rules, view.contract
    assert contract is not None
    caller, partner = view.seat == contract.caller, view.seat == contract.partner
    alone = bool(contract.alone) and caller
    if rules.talon:
        return in_game_points(contract.target if caller else contract.target / 2)
    if rules.option("chiamata.scoring") == "gingo":
        return in_game_points(
            contract.target * (1 + alone) if caller or partner else HALF_DEAL_POINTS
        )
    return in_game_points(2 * (_ALONE if alone else _CALLER if caller else 1))


def worth_of_deals(
    view: PlayerView,
    hands: Sequence[Sequence[Card]],
    partner: int | None,
    count: int,
    dice: np.random.Generator,
) -> Floats:
    """Return game points of each seat [count, players] after `count` rollouts from a lead.

    `view` is the caller's; `hands` are the current hands of all seats. `partner` is the caller's
    partner, None or the caller where there is none.
    """
    rules, contract = view.rules, view.contract
    assert contract is not None
    known, players, caller = contract_game.known_to(view), view.rules.players, contract.caller
    turned = np.full((1, players, max(map(len, hands))), NONE)
    for seat, hand in enumerate(hands):
        place = (seat - caller) % players
        turned[0, place, : len(hand)] = [known.codes[card] for card in hand]
    helper = 0 if partner is None else (partner - caller) % players
    rows = contract_deals.begun(
        turned,
        np.array([helper]),
        np.array([known.called]),
        np.array([known.target]),
        np.array([known.tricks[-1].leader]),
    )
    over = known.tricks[:-1]
    rows.trick = len(over)
    rows.played = rows.played | bits(card for trick in over for card in trick.cards)
    for trick in over:
        rows.score[:, trick.winner] += trick.points
    rows.trust += contract_game.trust(known, len(over), 0)
    rows = rows.repeated(count)
    last = LAST_TRICK if rules.talon else 0
    play_out(known.kernel, policy_for(rules), rows, dice, 1, last)
    worths = np.empty((count, players))
    for seat in range(players):
        worths[:, seat] = _worth(view, rows, (seat - caller) % players)[0]
    return worths


def _worth(view: PlayerView, rows: ContractRows, seat: int) -> tuple[Floats, Floats]:
    """Return the game points of a seat in finished deals, and 1.0 where its side has won, else 0.0.

    Seats are counted from the caller.
    """
    rules, contract = view.rules, view.contract
    assert contract is not None
    points, bid = rows.made, contract.target
    won, alone = points >= rows.target, rows.partner == 0
    ours = (seat == 0) | ((rows.partner == seat) & ~alone)
    if rules.talon:
        award = points + (bid - rows.target) if rules.option("rematada.award") == "made" else bid
        worth = np.where(won, award, 0) if seat == 0 else np.where(won, 0, bid / 2)
    elif rules.option("chiamata.scoring") == "gingo":
        prize = bid * np.where(alone & (seat == 0), 2, 1)
        worth = np.where(
            ours, np.where(won, prize, points - bid), np.where(won, 0, rules.deck_points - points)
        )
    else:
        swept = ((points == 0) | (points == rules.deck_points)) & rules.option("chiamata.cappotto")
        stake = np.where(won, 1, -1) * np.where(swept, 2, 1)
        part = np.where(alone, _ALONE, _CALLER) if seat == 0 else _PARTNER
        worth = stake * np.where(ours, part, -1)
    return worth.astype(np.float64), (won == ours).astype(np.float64)
