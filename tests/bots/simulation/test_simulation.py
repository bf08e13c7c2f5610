"""The kernel of small integers plays exactly as the engine does, whatever runs it."""

import random
from dataclasses import replace

import numpy as np
import pytest

from games.bots.knowledge.base_game import knowledge_of
from games.bots.simulation import policy, rollouts, scalar, vector
from games.bots.simulation.coding import NONE, bits, cards_for, codes_for, kernel_for, supports
from games.engine import PlayCard, apply, view_for
from tests.bots.kernel_deals import (
    SEATINGS,
    armed,
    dealt,
    ended,
    liked_slot,
    numbers_of,
    plays,
    rules_of,
)

DEALS = 350


def same(numbers, state):
    """Whether the deal stands the same in numbers as in the engine."""
    deal, rules, codes = state.deal, state.rules, numbers.codes
    for seat, hand in enumerate(deal.hands):
        assert numbers.hand(seat) == {codes[card] for card in hand}
    assert numbers.state[scalar.LEADER] == deal.leader
    assert numbers.state[scalar.LAID] == len(deal.plays)
    assert numbers.state[scalar.LEFT] == deal.stock_left
    bottom = NONE if deal.turned is None else codes[deal.turned]
    assert numbers.state[scalar.BOTTOM] == bottom
    sides = [sum(deal.points[seat] for seat in side) for side in rules.sides]
    assert numbers.score == sides
    gone = [play.card for trick in deal.tricks for play in trick.plays]
    gone += [play.card for play in deal.plays]
    assert numbers.state[scalar.GONE] == bits(codes[card] for card in gone)


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
def test_random_deals_go_as_in_the_engine(players, teams):
    rules, rng = rules_of(players, teams), random.Random(f"kernel {players} {teams}")
    exchanges = 0
    for _ in range(DEALS):
        state = dealt(rules, rng)
        numbers = numbers_of(state)
        while not ended(state):
            state = armed(state)
            legal = plays(state)
            assert {numbers.codes[one.card] for one in legal} == numbers.hand(state.turn)
            play = rng.choice(legal)
            before = state.deal.turned
            state, _ = apply(state, play)
            winner = numbers.lay(play.card)
            assert (winner >= 0) == (not state.deal.plays)
            if winner >= 0:
                assert winner == state.deal.tricks[-1].winner
            exchanges += state.deal.turned not in (before, None)
            same(numbers, state)
    assert exchanges > DEALS / 10


@pytest.mark.parametrize(
    ("players", "preset", "options"),
    [
        (2, "doncomos", {}),
        (4, "doncomos", {"teams": "pairs"}),
        (2, "ludoteka", {"ranks": "swap_3_7"}),
        (2, "ludoteka", {"ranks": "tuscan"}),
        (2, "ludoteka", {"trump__source": "rotation", "exchange__enabled": False}),
        (3, "briscola", {}),
        (2, "ludoteka", {"deck__french": "kqj"}),
        (2, "ludoteka", {"deal__draw": "by_seat"}),
        (3, "ludoteka", {"deal__draw": "by_seat"}),
        (4, "ludoteka", {"deal__draw": "by_seat", "teams": "pairs"}),
        (6, "ludoteka", {"deal__draw": "by_seat", "teams": "threes"}),
        (4, "briscola", {"deal__draw": "by_seat", "teams": "pairs"}),
        (2, "doncomos", {"deal__draw": "by_seat", "trump__source": "rotation"}),
    ],
)
def test_other_games_that_it_supports_go_as_in_the_engine(players, preset, options):
    options = dict(options)
    rules = rules_of(players, options.pop("teams", "individual"), preset, **options)
    assert supports(rules)
    rng = random.Random(f"{preset} {players} {options}")
    for _ in range(60):
        state = dealt(rules, rng)
        numbers = numbers_of(state)
        while not ended(state):
            state = armed(state)
            play = rng.choice(plays(state))
            state, _ = apply(state, play)
            numbers.lay(play.card)
            same(numbers, state)


@pytest.mark.parametrize("preset", ["mexican", "scoperta", "mariaje", "muerte_al_tres"])
def test_games_with_other_ends_are_not_supported(preset):
    assert not supports(rules_of(2, preset=preset))


def test_codes_and_cards_are_one_to_one():
    rules = rules_of(6, "threes")
    for trump in "OCEB":
        codes = codes_for(rules, trump)
        assert sorted(codes.values()) == list(range(48))
        assert all(cards_for(rules, trump)[code] == card for card, code in codes.items())
        assert all((code < 12) == (card[0] == trump) for card, code in codes.items())


def worlds(rules, rng, count):
    """Deals in which the turned card is the same."""
    codes = sorted(codes_for(rules, "O").values())
    bottom = rng.choice([code for code in codes if code < 12])
    rest = [code for code in codes if code != bottom]
    decks = np.array([rng.sample(rest, len(rest)) for _ in range(count)])
    size = 3 * rules.players
    hands = decks[:, :size].reshape(count, rules.players, 3)
    dice = np.array([rng.randrange(1, 2**31 - 1) for _ in range(count)])
    position = rollouts.Position(
        rng.randrange(rules.players), (), decks.shape[1] - size + 1, bottom, 0,
        (0,) * len(rules.sides),
    )  # fmt: skip
    return position, rollouts.Worlds(hands, decks[:, size:], dice)


@pytest.mark.parametrize("draw", ["winner_first", "by_seat"])
@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("backend", rollouts.backends())
def test_every_backend_plays_the_same_from_the_same_dice(players, teams, backend, draw):
    rules = rules_of(players, teams, deal__draw=draw)
    rng = random.Random(f"backends {players} {teams}")
    table = policy.expand(np.random.default_rng(players).normal(size=policy.SIZE))
    position, drawn = worlds(rules, rng, 60)
    position = replace(position, eldest=rng.randrange(players))
    for noise in (policy.NOISE, policy.NO_NOISE):
        given = (kernel_for(rules), table, noise, position, drawn, np.array([NONE]))
        plain = rollouts.play_outs(*given, backend="python")
        assert (rollouts.play_outs(*given, backend=backend) == plain).all()
        assert (plain.sum(2) == 120).all()


@pytest.mark.parametrize(("players", "teams"), SEATINGS)
@pytest.mark.parametrize("backend", rollouts.backends())
def test_every_backend_plays_the_same_from_within_a_trick(players, teams, backend):
    """Who has laid a card draws one, and loses none of the others."""
    rules, rng = rules_of(players, teams), random.Random(f"within {players} {teams}")
    table = policy.policy_for(rules)
    position, drawn = worlds(rules, rng, 1)
    hands = np.repeat(drawn.hands, 40, axis=0)
    stock = np.array([rng.sample(drawn.stock[0].tolist(), drawn.stock.shape[1]) for _ in hands])
    cards = [int(hands[0, (position.leader + at) % players, at % 3]) for at in range(players)]
    for at, card in enumerate(cards[:-1]):
        hand = hands[:, (position.leader + at) % players]
        hand[hand == card] = NONE
        place = replace(position, laid=tuple(cards[: at + 1]), played=bits(cards[: at + 1]))
        dice = np.arange(1, len(hands) + 1)
        own = hands[0, (position.leader + at + 1) % players]
        given = (kernel_for(rules), table, policy.NOISE, place)
        given = (*given, rollouts.Worlds(hands, stock, dice), own)
        plain = rollouts.play_outs(*given, backend="python")
        assert (rollouts.play_outs(*given, backend=backend) == plain).all()
        assert (plain.sum(2) == 120).all()


@pytest.mark.parametrize("backend", rollouts.backends())
def test_every_candidate_meets_the_same_world(backend):
    rules, rng = rules_of(2), random.Random("candidates")
    table = policy.policy_for(rules)
    position, drawn = worlds(rules, rng, 40)
    hand = drawn.hands[0, position.leader]
    same_hand = drawn.hands.copy()
    for at in range(len(drawn)):
        deck = np.concatenate((drawn.hands[at].ravel(), drawn.stock[at]))
        rest = [code for code in deck.tolist() if code not in hand.tolist()]
        same_hand[at, position.leader] = hand
        same_hand[at, 1 - position.leader] = rest[:3]
        drawn.stock[at] = rest[3:]
    drawn = rollouts.Worlds(same_hand, drawn.stock, drawn.dice)
    given = (kernel_for(rules), table, policy.NOISE, position, drawn)
    together = rollouts.play_outs(*given, hand, backend=backend)
    for at, card in enumerate(hand):
        alone = rollouts.play_outs(*given, np.array([card]), backend=backend)
        assert (alone[:, 0] == together[:, at]).all()


@pytest.mark.parametrize("draw", ["winner_first", "by_seat"])
@pytest.mark.parametrize(("players", "teams"), [(3, "individual"), (4, "pairs"), (6, "threes")])
def test_a_rollout_of_the_real_stock_ends_as_the_engine_does(players, teams, draw):
    """What the luck of a deal is counted by: the real deck, from what the first to play knows."""
    rules, rng = rules_of(players, teams, deal__draw=draw), random.Random(f"real {players}")
    kernel = kernel_for(rules)
    table = policy.expand(np.random.default_rng(players).normal(size=policy.SIZE))
    for _ in range(25):
        state = dealt(rules, rng)
        first, numbers = knowledge_of(view_for(state, state.turn)), numbers_of(state)
        hands = np.array(numbers.hands).reshape(1, players, 3)
        one = rollouts.Worlds(hands, np.array([numbers.stock[:-1]]), np.array([1]))
        given = (kernel, table, policy.NO_NOISE, first.position, one, np.array([NONE]))
        while not ended(state):
            state = armed(state)
            seat, slot = state.turn, liked_slot(kernel, table, numbers, state)
            card = cards_for(rules, state.deal.trump)[numbers.hands[3 * seat + slot]]
            state, _ = apply(state, PlayCard(seat, card))
            numbers.lay(card)
        for backend in ("python", *rollouts.backends()):
            found = rollouts.play_outs(*given, backend=backend)[0, 0]
            assert found.tolist() == list(state.results[-1].side_points)


def test_last_three_tricks_are_the_same_with_numpy_and_without():
    rules, rng = rules_of(2), random.Random("ends")
    kernel = kernel_for(rules)
    codes = sorted(codes_for(rules, "O").values())
    hands = np.array([rng.sample(codes, 6) for _ in range(400)])
    leader = np.array([rng.randrange(2) for _ in range(400)])
    found = vector.last_three(kernel, hands.reshape(-1, 2, 3), leader)
    book = kernel.book.tolist()
    for at in range(400):
        assert found[at] == scalar.last_three(book, hands[at].tolist(), int(leader[at]))
