"""The solver of open deals finds what trying everything finds."""

import random

import pytest

from games.bots.evaluation import flat_search, search
from games.bots.evaluation.solver import Exchange, OpenDeal, Solver
from games.bots.simulation import rollouts
from games.bots.simulation.coding import NONE, WIDTH, codes_for, kernel_for
from tests.bots.kernel_deals import rules_of

RULES = rules_of(2)
KERNEL = kernel_for(RULES)
CODES = sorted(codes_for(RULES, "O").values())
SEVEN, TWO = codes_for(RULES, "O")["O7"], codes_for(RULES, "O")["O2"]


def brute_force(lead, other, stock, bottom, exchange):
    """Points that who leads gets more than the other, by trying everything."""
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
            ways = [(won, bottom)]
            give = SEVEN if bottom > SEVEN else TWO if bottom > TWO else NONE
            if stock and exchange != Exchange.NEVER and bottom != NONE and give in won:
                changed = [bottom if each == give else each for each in won]
                ways = [(changed, give)] + (ways if exchange == Exchange.AS_IS_BETTER else [])
            values = []
            for own, turned in ways:
                if not stock:
                    values.append(brute_force(own, lost, [], NONE, exchange))
                    continue
                last = turned if len(stock) == 2 and turned != NONE else stock[1]
                left = stock[2:]
                values.append(
                    brute_force(
                        [*own, stock[0]], [*lost, last], left, turned if left else NONE, exchange
                    )
                )
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
@pytest.mark.parametrize(("stock", "deals"), [(0, 600), (2, 100), (4, 2)])
def test_finds_what_trying_everything_finds(exchange, stock, deals):
    rng = random.Random(f"{stock} {exchange}")
    for number in range(deals):
        deal = open_deal(rng, stock, turned=number % 4 != 3)
        solver = Solver(KERNEL, deal.stock, exchange)
        wanted = brute_force(*map(list, deal.hands), list(deal.stock), deal.bottom, exchange)
        assert solver.value(deal) == wanted
        assert max(solver.each(deal).values()) == wanted


def test_a_card_that_lies_is_answered_as_well_as_can_be():
    rng = random.Random("laid")
    for stock in (0, 2, 8):
        for _ in range(20):
            deal = open_deal(rng, stock)
            solver = Solver(KERNEL, deal.stock)
            for card, value in solver.each(deal).items():
                rest = tuple(each for each in deal.hands[0] if each != card)
                half = OpenDeal((rest, deal.hands[1]), 0, deal.stock, deal.bottom, card)
                answers = solver.each(half)
                assert -max(answers.values()) == value
                assert solver.value(half) == -value


def test_seats_and_suits_may_be_named_anew():
    rng = random.Random("names")
    for _ in range(40):
        deal = open_deal(rng, 8)
        turned = OpenDeal(deal.hands[::-1], 1, deal.stock, deal.bottom)
        assert Solver(KERNEL, deal.stock).value(deal) == Solver(KERNEL, deal.stock).value(turned)


def test_knowing_more_before_changes_nothing():
    rng = random.Random("guess")
    deal = open_deal(rng, 10)
    solver = Solver(KERNEL, deal.stock)
    first = solver.value(deal)
    assert solver.nodes > 0
    assert [solver.value(deal, guess) for guess in (-90, 0, 7, 90)] == [first] * 4


@pytest.mark.parametrize("exchange", Exchange)
@pytest.mark.parametrize(("stock", "deals"), [(0, 40), (2, 40), (8, 12), (12, 1)])
def test_the_search_without_recursion_looks_at_the_same_positions(
    monkeypatch, exchange, stock, deals
):
    rng, frames = random.Random(f"flat {stock}"), [0] * (flat_search.FIELDS * flat_search.DEEPEST)
    for number in range(deals):
        deal = open_deal(rng, stock, turned=number % 4 != 3)
        found = []
        for lead in (search.lead, lambda *of: flat_search.lead_flat(*of[:2], frames, *of[2:])):
            monkeypatch.setattr(search, "lead", lead)
            solver = Solver(KERNEL, deal.stock, exchange, backend="python")
            found.append((solver.each(deal), solver.nodes))
            monkeypatch.undo()
        assert found[0] == found[1]


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
