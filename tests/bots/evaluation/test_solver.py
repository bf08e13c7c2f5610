"""The solver of open deals finds what trying everything finds."""

import random

import pytest

from games.bots.evaluation.solver import Exchange, OpenDeal, Solver
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, WIDTH, codes_for, kernel_for
from tests.bots.kernel_deals import rules_of

RULES = rules_of(2)
KERNEL = kernel_for(RULES)
BY_SEAT = kernel_for(rules_of(2, deal__draw="by_seat"))
CODES = sorted(codes_for(RULES, "O").values())
SEVEN, TWO = codes_for(RULES, "O")["O7"], codes_for(RULES, "O")["O2"]


def brute_force(lead, other, stock, bottom, exchange, first=None):
    """Points that who leads gets more than the other, by trying everything.

    `first` says whether who leads draws first by seat; None: the winner of a trick does.
    """
    if not lead:
        return 0
    best = -1000
    for card in lead:
        worst = 1000
        for answer in other:
            points = int(KERNEL.value[card] + KERNEL.value[answer])
            kept = [each for each in lead if each != card]
            rest = [each for each in other if each != answer]
            loses = KERNEL.beat[card * WIDTH + answer]
            won, lost = (rest, kept) if loses else (kept, rest)
            draws = None if first is None else first != bool(loses)
            ways = [(won, bottom)]
            give = SEVEN if bottom > SEVEN else TWO if bottom > TWO else NONE
            if stock and exchange != Exchange.NEVER and bottom != NONE and give in won:
                changed = [bottom if each == give else each for each in won]
                ways = [(changed, give)] + (ways if exchange == Exchange.AS_IS_BETTER else [])
            values = []
            for own, turned in ways:
                if not stock:
                    values.append(brute_force(own, lost, [], NONE, exchange, draws))
                    continue
                last = turned if len(stock) == 2 and turned != NONE else stock[1]
                left = stock[2:]
                mine, theirs = (last, stock[0]) if left and draws is False else (stock[0], last)
                values.append(
                    brute_force(
                        [*own, mine], [*lost, theirs], left, turned if left else NONE, exchange,
                        draws,
                    )
                )  # fmt: skip
            found = points + max(values)
            worst = min(worst, -found if loses else found)
        best = max(best, worst)
    return best


def open_deal(rng, stock, *, turned=True):
    """A deal with so many cards in the stock."""
    cards = rng.sample(CODES, len(CODES))
    bottom = NONE
    if stock and turned:
        # often one that an exchange may take
        bottom = rng.choice([code for code in CODES if code < 12])
        cards.remove(bottom)
    hands = [cards[:3], cards[3:6]]
    if bottom != NONE and rng.random() < 0.5:
        give = SEVEN if bottom > SEVEN else TWO
        if give != bottom and give not in hands[0] + hands[1]:
            at = cards.index(give)
            cards[at], cards[0] = cards[0], cards[at]
            hands = [cards[:3], cards[3:6]]
    left = cards[6 : 6 + stock - (bottom != NONE)] + ([bottom] if bottom != NONE else [])
    return OpenDeal((tuple(hands[0]), tuple(hands[1])), 0, tuple(left), bottom)


@pytest.mark.parametrize("exchange", Exchange)
def test_finds_what_trying_everything_finds(exchange):
    rng = random.Random(f"everything {exchange}")
    for number in range(24):
        deal = open_deal(rng, (0, 2, 4)[number % 3], turned=number % 4 != 3)
        wanted = brute_force(*deal.hands, list(deal.stock), deal.bottom, exchange)
        assert Solver(KERNEL, deal.stock, exchange, backend="python").value(deal) == wanted


@pytest.mark.parametrize("exchange", Exchange)
def test_finds_what_trying_everything_finds_where_cards_are_drawn_by_seat(exchange):
    rng, differs = random.Random(f"by seat {exchange}"), 0
    for number in range(24):
        deal, eldest = open_deal(rng, (4, 6)[number % 2], turned=number % 4 != 3), number // 2 % 2
        position = (*deal.hands, list(deal.stock), deal.bottom, exchange)
        wanted = brute_force(*position, eldest == 0)
        differs += wanted != brute_force(*position)
        for backend in {"python", rollouts.backends()[-1]} - {"numpy"}:
            solver = Solver(BY_SEAT, deal.stock, exchange, backend, eldest)
            assert solver.value(deal) == wanted
    assert differs


@pytest.mark.parametrize(
    ("exchange", "positions"),
    [(Exchange.NEVER, 6382), (Exchange.ALWAYS, 8639), (Exchange.AS_IS_BETTER, 9284)],
)
def test_no_more_positions_are_looked_at_than_are_needed(exchange, positions):
    rng, looked_at = random.Random("positions"), 0
    for number in range(12):
        deal = open_deal(rng, (0, 4, 8)[number % 3], turned=number % 4 != 3)
        solver = Solver(KERNEL, deal.stock, exchange, backend="python")
        solver.each(deal)
        looked_at += solver.nodes
    assert looked_at == positions


@pytest.mark.skipif(rollouts.backends()[-1] != "numba", reason="numba is not installed")
@pytest.mark.parametrize("exchange", Exchange)
def test_numba_finds_what_plain_python_finds(exchange):
    rng = random.Random("compiled")
    for number in range(60):
        deal = open_deal(rng, (0, 2, 4, 8, 10)[number % 5], turned=number % 4 != 3)
        plain, fast = (
            Solver(KERNEL, deal.stock, exchange, backend=name) for name in ("python", "numba")
        )
        assert fast.each(deal) == plain.each(deal)
        assert fast.nodes == plain.nodes
        assert fast.nodes == plain.nodes
