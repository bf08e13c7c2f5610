"""Knowledge of one seat in games dealt as the base game, as numbers for the simulation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from games.bots.knowledge.holdings import known_holdings
from games.bots.simulation.coding import NONE, Kernel, bits, cards_for, codes_for, kernel_for
from games.bots.simulation.rollouts import Position
from games.engine import Card, PlayCard, PlayerView


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of one seat in numbers: the open position, and what is known of hidden cards.

    Cards are codes of `coding`, seats as in the view.
    """

    kernel: Kernel
    position: Position
    seat: int
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    """Number of cards in each hand."""
    hidden: tuple[int, ...]
    """Cards in other hands or in the stock, without those in `known` and `held`."""
    known: dict[int, tuple[int, ...]]
    """Cards that are sure to be in the hand of another seat, by seat."""
    held: tuple[int, ...]
    """Cards that are sure to be in another hand, though not in whose."""
    codes: dict[Card, int]

    def card(self, code: int) -> Card:
        """Return the card ("O1") that has this code in the simulation."""
        return self.cards[code]

    @property
    def cards(self) -> dict[int, Card]:
        """Return code of the simulation -> card ("O1"), for the whole deck."""
        trump = next(card[0] for card, code in self.codes.items() if code < 12)
        return cards_for(self.kernel.rules, trump)


def knowledge_of(view: PlayerView) -> Knowledge:
    """Return the knowledge of the seat of this view, in numbers.

    The seat is to play, with the trump named, in a game that `coding.like_base` accepts.
    """
    rules, seat, trick = view.rules, view.seat, view.trick
    assert seat is not None
    assert trick is not None
    assert view.trump is not None
    codes = codes_for(rules, view.trump)
    laid = tuple([codes[play.card] for play in trick.plays])
    played = [codes[play.card] for over in view.history for play in over.plays]
    hand = tuple([codes[card] for card in view.hand])
    bottom = NONE if view.turned is None else codes[view.turned]
    out = {*played, *laid, *hand, bottom}
    hidden = [code for code in sorted(codes.values()) if code not in out]
    known = _known(view, codes, hidden)
    placed = {code for each in known.values() for code in each}
    held = tuple([code for code in _taken(view, codes) if code in hidden and code not in placed])
    if rules.players == 2 and held:
        other = 1 - seat
        known[other] = (*known.get(other, ()), *held)
        placed.update(held)
        held = ()
    return Knowledge(
        kernel=kernel_for(rules),
        position=Position(
            leader=trick.leader,
            laid=laid,
            left=view.stock,
            bottom=bottom,
            played=bits([*played, *laid]),
            score=view.side_points,
            eldest=view.eldest,
        ),
        seat=seat,
        hand=hand,
        counts=view.counts,
        hidden=tuple([code for code in hidden if code not in placed and code not in held]),
        known=known,
        held=held,
        codes=codes,
    )


def with_hands(knowledge: Knowledge, hands: Mapping[int, Iterable[Card]]) -> Knowledge:
    """Return the same knowledge with the cards of these seats (seat -> hand) known as well."""
    shown = {
        seat: tuple([knowledge.codes[card] for card in cards]) for seat, cards in hands.items()
    }
    out = {code for codes in shown.values() for code in codes}
    return replace(
        knowledge,
        known={**knowledge.known, **shown},
        hidden=tuple([code for code in knowledge.hidden if code not in out]),
        held=tuple([code for code in knowledge.held if code not in out]),
    )


def _known(
    view: PlayerView, codes: dict[Card, int], hidden: list[int]
) -> dict[int, tuple[int, ...]]:
    """Return seat -> card codes of its hand that open hands, signs and words reveal."""
    free = [card for card, code in codes.items() if code in hidden]
    holdings: dict[int, tuple[int, ...]] = {}
    used: set[int] = set()
    for other, cards in known_holdings(view, free).items():
        mine = [codes[card] for card in cards if codes[card] in hidden]
        mine = [code for code in mine if code not in used][: view.counts[other]]
        used.update(mine)
        if mine:
            holdings[other] = tuple(mine)
    return holdings


def _taken(view: PlayerView, codes: dict[Card, int]) -> list[int]:
    """Return the codes of cards that seats took by exchange after they had been turned up.

    These are the first turned card, and the seven where the two lies in its place. With the stock
    gone every unseen card is in a hand anyway.
    """
    first, now = view.trump_card, view.turned
    if first is None or now is None or first == now:
        return []
    seven, two = view.rules.exchange_pair[view.trump or ""]
    picked_up = [codes[first]]
    if now == two and codes[first] > codes[seven]:
        picked_up.append(codes[seven])
    return picked_up


def latest_plays(view: PlayerView, knowledge: Knowledge, count: int) -> list[tuple[int, int]]:
    """Return the other player's latest cards, the latest first, each with the card that it answered.

    NONE stands for no such card, and for none that was answered. This needs two players.
    """
    tricks = [trick.plays for trick in view.history]
    if view.trick is not None:
        tricks.append(view.trick.plays)
    pairs: list[tuple[int, int]] = []
    for plays in reversed(tricks):
        for at, play in enumerate(plays):
            if play.seat != knowledge.seat:
                answered = NONE if at == 0 else knowledge.codes[plays[0].card]
                pairs.append((knowledge.codes[play.card], answered))
        if len(pairs) >= count:
            break
    return [*pairs, *[(NONE, NONE)] * (count - len(pairs))]


def is_open(knowledge: Knowledge) -> bool:
    """Return whether this seat knows where each card is: two players and an empty stock."""
    return knowledge.position.left == 0 and len(knowledge.counts) == 2


def card_plays(view: PlayerView) -> list[PlayCard]:
    """Return one legal play for each card that may be played, with an announcement if possible."""
    by_card: dict[Card, PlayCard] = {}
    for action in view.legal:
        if isinstance(action, PlayCard):
            by_card[action.card] = action
    return list(by_card.values())
