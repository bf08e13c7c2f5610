"""The solver of open deals with partners finds what trying everything finds."""

import random

import pytest

from games.bots.evaluation.partners_solver import Exchange, OpenTable, SidesSolver
from games.bots.simulation.coding import NONE, WIDTH, codes_for, kernel_for
from tests.bots.kernel_deals import dealt, ended, plays, rules_of

RULES = rules_of(4, "pairs")
KERNEL = kernel_for(RULES)
BY_SEAT = kernel_for(rules_of(4, "pairs", deal__draw="by_seat"))
CODES = sorted(codes_for(RULES, "O").values())
SEVEN, TWO = codes_for(RULES, "O")["O7"], codes_for(RULES, "O")["O2"]


def brute_force(hands, leader, laid, stock, bottom, exchange, eldest=None):
    """Points of side 0 less those of side 1, by trying everything; `eldest` draws first by seat."""
    seat = (leader + len(laid)) % 4
    if len(laid) == 4:
        return after_trick(hands, leader, laid, stock, bottom, exchange, eldest)
    if not hands[seat]:
        return 0
    found = []
    for card in hands[seat]:
        rest = [[one for one in hand if one != card] for hand in hands]
        found.append(brute_force(rest, leader, [*laid, card], stock, bottom, exchange, eldest))
    return max(found) if seat % 2 == 0 else min(found)


def after_trick(hands, leader, laid, stock, bottom, exchange, eldest):
    best = 0
    for at in range(1, 4):
        if KERNEL.beat[laid[best] * WIDTH + laid[at]]:
            best = at
    winner = (leader + best) % 4
    points = sum(int(KERNEL.value[card]) for card in laid) * (1 - 2 * (winner % 2))
    if stock:
        give = SEVEN if bottom > SEVEN else TWO
        if exchange == Exchange.ALWAYS and give < bottom != NONE and give in hands[winner]:
            hands = [[bottom if one == give else one for one in hand] for hand in hands]
            bottom = give
        drawn = [*stock[:-1], bottom] if len(stock) == 4 and bottom != NONE else stock
        hands = [list(hand) for hand in hands]
        first = winner if eldest is None or len(stock) == 4 else eldest
        for turn in range(4):
            hands[(first + turn) % 4].append(drawn[turn])
        stock, bottom = stock[4:], bottom if len(stock) > 4 else NONE
    return points + brute_force(hands, winner, [], stock, bottom, exchange, eldest)


def a_table(rng, held, stock):
    cards = rng.sample(CODES, len(CODES))
    bottom = NONE
    if stock:
        bottom = rng.choice([code for code in CODES if code < 12])
        cards.remove(bottom)
        if rng.random() < 0.7 and (give := SEVEN if bottom > SEVEN else TWO) != bottom:
            cards.remove(give)
            cards.insert(rng.randrange(4 * held), give)
    hands = tuple(tuple(cards[at * held : at * held + held]) for at in range(4))
    drawn = (*cards[4 * held : 4 * held + stock - 1], bottom) if stock else ()
    return OpenTable(hands, rng.randrange(4), drawn, bottom)


@pytest.mark.parametrize("exchange", [Exchange.NEVER, Exchange.ALWAYS])
@pytest.mark.parametrize(("held", "stock", "deals"), [(1, 0, 300), (2, 0, 800), (1, 4, 200)])
def test_finds_what_trying_everything_finds(exchange, held, stock, deals):
    rng = random.Random(f"{held} {stock} {exchange}")
    for _ in range(deals):
        table = a_table(rng, held, stock)
        wanted = brute_force(
            [list(hand) for hand in table.hands], table.leader, [], list(table.stock),
            table.bottom, exchange,
        )  # fmt: skip
        sign = 1 - 2 * (table.leader % 2)
        assert SidesSolver(KERNEL, table.stock, exchange).value(table) == sign * wanted


@pytest.mark.parametrize("exchange", [Exchange.NEVER, Exchange.ALWAYS])
def test_finds_what_trying_everything_finds_where_cards_are_drawn_by_seat(exchange):
    rng, differs = random.Random(f"by seat {exchange}"), 0
    for _ in range(60):
        table, eldest = a_table(rng, 1, 8), rng.randrange(4)
        position = (table.leader, [], list(table.stock), table.bottom, exchange)
        wanted = brute_force([list(hand) for hand in table.hands], *position, eldest)
        differs += wanted != brute_force([list(hand) for hand in table.hands], *position)
        sign = 1 - 2 * (table.leader % 2)
        solver = SidesSolver(BY_SEAT, table.stock, exchange, eldest)
        assert solver.value(table) == sign * wanted
    assert differs


def test_cards_that_lie_are_answered_as_well_as_can_be():
    rng = random.Random("laid")
    for _ in range(40):
        table = a_table(rng, 3, 0)
        solver, leader = SidesSolver(KERNEL), table.leader
        for card, value in solver.each(table).items():
            hands = tuple(tuple(one for one in hand if one != card) for hand in table.hands)
            assert solver.value(OpenTable(hands, leader, laid=(card,))) == -value


def test_the_best_play_of_all_ends_as_was_foreseen():
    from games.engine import apply

    rules, rng = RULES, random.Random("played")
    for _ in range(3):
        state = dealt(rules, rng)
        while state.deal.stock_left:
            state, _ = apply(state, rng.choice(plays(state)))
        deal, codes = state.deal, codes_for(rules, state.deal.trump)
        solver = SidesSolver(KERNEL)
        table = OpenTable(
            tuple(tuple(codes[card] for card in hand) for hand in deal.hands), deal.leader
        )
        before = [sum(deal.points[at] for at in side) for side in rules.sides]
        foreseen = solver.value(table) * (1 - 2 * (deal.leader % 2))
        while not ended(state):
            deal = state.deal
            hands = tuple(tuple(codes[card] for card in hand) for hand in deal.hands)
            laid = tuple(codes[play.card] for play in deal.plays)
            values = solver.each(OpenTable(hands, deal.leader, laid=laid))
            play = max(plays(state), key=lambda one: values[codes[one.card]])
            state, _ = apply(state, play)
        after = state.results[-1].side_points
        assert (after[0] - before[0]) - (after[1] - before[1]) == foreseen


def test_three_sides_are_refused():
    with pytest.raises(ValueError, match="two sides"):
        SidesSolver(kernel_for(rules_of(3)))
