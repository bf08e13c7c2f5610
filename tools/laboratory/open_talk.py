"""Measure the worth of talk between partners in the last three tricks, where everybody hears it.

    python -m tools.laboratory.open_talk --way cards --seconds 120

Four players in pairs. `learned` plays each deck until the stock is gone and no side has more than
half of the points; from there one level plays all seats, first in silence, then with one pair talking,
each pair in turn: in each turn it says all of its cards, or asks its partner, who answers at once.
Either both opponents believe what they hear, as where lies are refused, or the partner alone does.
Whatever differs comes of the talk alone.
"""

from __future__ import annotations

import random
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from time import process_time
from typing import Final, NamedTuple

from games.bots import BOT_NAMES, Bot, bot_named
from games.bots.players.expert_bot import ExpertBot
from games.engine import (
    Answer,
    Ask,
    Cut,
    DealCards,
    DealResult,
    MatchState,
    PlayCard,
    Rules,
    Statement,
    apply,
    build_ruleset,
    start,
    view_for,
)
from games.engine.phases.feature import special_of, with_special
from games.engine.phases.talk import true_answer
from tools.laboratory.bot_deals import OVER
from tools.laboratory.bot_figures import Mean, deal_share

LAST: Final = 3
"""Cards in a hand when the talk begins."""
WORLDS: Final = 200
"""Determinizations of the experts."""
CARDS: Final = "cards"
"""Statement that names the own cards; every other one is a question."""


class Talk(NamedTuple):
    """A way of talking: what is said or asked, and whether opponents believe it."""

    about: tuple[str, ...]
    believed: bool


WAYS: Final = {
    "cards": Talk((CARDS,), believed=True),
    "cards-unbelieved": Talk((CARDS,), believed=False),
    "trumps": Talk(("brisca",), believed=True),
    "trumps-unbelieved": Talk(("brisca",), believed=False),
    "questions": Talk(("brisca", "points"), believed=True),
    "questions-unbelieved": Talk(("brisca", "points"), believed=False),
}


SILENT: Final = Talk((), believed=True)


class Gain(NamedTuple):
    """Gain of a way of talking over silence: share of the deals won, and card points."""

    won: Mean
    points: Mean


@cache
def rules_of(*, believed: bool) -> Rules:
    """Return rules of pairs in which opponents believe what they hear, or do not."""
    truth = "enforced" if believed else "free"
    options = {"teams": "pairs", "talk.mode": "parlant_tapat", "talk.truth": truth}
    return build_ruleset("ludoteka", 4, options).rules


def endings(seed: str) -> Iterator[MatchState]:
    """Yield, without end, positions before the last tricks of deals that both sides can still win."""
    dice, rules, bot = random.Random(seed), rules_of(believed=False), bot_named("learned")
    while True:
        state = start(rules, dealer=dice.randrange(rules.players))
        state, _ = apply(state, Cut(state.cutter, 20))
        state, _ = apply(state, DealCards(tuple(dice.sample(rules.deck, len(rules.deck)))))
        while state.phase not in OVER and not _is_ending(state):
            assert state.turn is not None
            view = view_for(state, state.turn)
            state, _ = apply(state, bot.choose(view, random.Random(seed)))
        if state.phase not in OVER and max(view_for(state, None).side_points) <= 60:
            yield state


def _is_ending(state: MatchState) -> bool:
    deal = state.deal
    assert deal is not None
    return not deal.stock_left and not deal.plays and len(deal.hands[0]) == LAST


def play_out(state: MatchState, side: int | None, talk: Talk, bot: Bot) -> DealResult:
    """Play a deal to its end, with this side talking, or with None in silence."""
    rng = random.Random(1)
    state = state.replace(rules=rules_of(believed=talk.believed))
    while state.phase not in OVER:
        seat = state.turn
        assert seat is not None
        if state.rules.side_of[seat] == side:
            state = _talked(state, seat, talk)
        view = view_for(state, seat)
        cards = tuple([action for action in view.legal if isinstance(action, PlayCard)])
        state, _ = apply(state, bot.choose(replace(view, legal=cards), rng))
    return state.results[-1]


def _talked(state: MatchState, seat: int, talk: Talk) -> MatchState:
    """Return the state after a seat has said or asked what it does not repeat for nothing."""
    (partner,) = state.rules.partners(seat)
    for about in talk.about:
        deal = state.deal
        assert deal is not None
        said = [one for one in special_of(deal).statements if one.about == about]
        if about == CARDS:
            if not any(one.seat == seat for one in said):
                state = _with_cards(state, seat)
        elif not any(one.seat == partner and not one.yes for one in said) and deal.hands[partner]:
            state, _ = apply(state, Ask(seat, partner, about))
            yes = true_answer(state.rules, deal, partner, about)
            state, _ = apply(state, Answer(partner, seat, yes))
    return state


def _with_cards(state: MatchState, seat: int) -> MatchState:
    """Return the state after a seat has said which cards it holds."""
    deal = state.deal
    assert deal is not None
    hand = deal.hands[seat]
    said = Statement(seat, CARDS, True, hand, len(deal.tricks), len(hand))
    return with_special(state, statements=(*special_of(deal).statements, said))


def measure(bot: Bot, ways: Iterable[str], seconds: float, seed: str) -> dict[str, Gain]:
    """Return what each of these ways of talking gains for one pair against a silent one, by deck.

    It stops with the deck during which so many seconds of processor time have passed.
    """
    found = {way: Gain(Mean(), Mean()) for way in ways}
    until = process_time() + seconds
    for number, state in enumerate(endings(seed)):
        silent = play_out(state, None, SILENT, bot)
        for way, gain in found.items():
            for side in range(len(state.rules.sides)):
                result = play_out(state, side, WAYS[way], bot)
                shares = [deal_share(state.rules, each, side) for each in (result, silent)]
                gain.won.add(number, shares[0] - shares[1])
                gain.points.add(number, result.totals[side] - silent.totals[side])
        if process_time() > until:
            break
    return found


def main() -> None:
    """Measure, and print a line for each way of talking."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--way", action="append", choices=WAYS, help="a way of talking (all)")
    parser.add_argument("--level", default="expert", choices=BOT_NAMES, help="of all seats")
    parser.add_argument("--seconds", type=float, default=120, help="processor time (120)")
    parser.add_argument("--seed", default="open talk")
    given = parser.parse_args()
    bot = ExpertBot(WORLDS) if given.level == "expert" else bot_named(given.level)
    for way, (won, points) in measure(bot, given.way or WAYS, given.seconds, given.seed).items():
        print(
            f"{way}: {100 * won.value:+.2f} +- {100 * (won.error or 0):.2f} % of deals,"
            f" {points.value:+.2f} +- {points.error or 0:.2f} points,"
            f" {len(won.clusters)} decks"
        )


if __name__ == "__main__":
    main()
