"""Lead, follow, take the trick, exchange, draw (rules, 1.4 and rows 1 to 6, 18).

The one hot path of the engine: states are built by position, in one go.
"""

from __future__ import annotations

from typing import Final, TypeAlias, TypeVar

from games.engine.actions import ArmExchange, Claim, Exchange, PlayCard
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events import (
    CardDrawn,
    CardPlayed,
    Claimed,
    ClaimFailed,
    Event,
    ExchangeArmed,
    Exchanged,
    ThreeKilled,
    TrickTaken,
)
from games.engine.legality import imprisoned, may_announce, playable
from games.engine.phases.feature import features_of, special_of, with_special
from games.engine.phases.muerte import killer
from games.engine.phases.settle import add_at, settle
from games.engine.rules import Rules
from games.engine.state import (
    DRAW,
    MATCH_OVER,
    PLAY,
    SEAL,
    DealState,
    MatchState,
    Trick,
    make_tuple,
)
from games.engine.windows import (
    claim_refusal,
    exchange_cards,
    exchange_closed,
    exchange_refusal,
    holds_exchange_card,
    may_arm,
)

T = TypeVar("T")
ARMED: Final = DealState._fields.index("armed")
DEAL_AT: Final = MatchState._fields.index("deal")
Step: TypeAlias = tuple[MatchState, tuple[Event, ...]]


def play(state: MatchState, action: PlayCard, again: bool = False) -> Step:
    """Lay a card; the one that completes a trick also takes it, exchanges and draws.

    `again`: the card lay there before there was a trump, and owes nothing to it.
    """
    _, rules, phase, number, dealer, cut, deal, score, results, winners, ended_by, _, accord = state
    if phase != PLAY or deal is None:
        raise IllegalAction("match_over" if phase == MATCH_OVER else "not_in_phase")
    if accord is not None and accord.paused is not None:
        raise IllegalAction("paused")
    (
        _,
        trump,
        trump_card,
        turned,
        stock,
        drawn,
        hands,
        leader,
        turn,
        plays,
        pull,
        tricks,
        tricks_won,
        points,
        armed,
        _,
        special,
    ) = deal
    seat, card, announce = action
    if turn != seat:
        raise IllegalAction("not_your_turn")
    hand = hands[seat]
    try:
        at = hand.index(card)
    except ValueError:
        raise IllegalAction("card_not_held") from None
    if special is not None and not again and card not in playable(rules, deal, seat):
        locked = rules.muerte and imprisoned(rules, deal, card)
        raise IllegalAction("card_imprisoned" if locked else "card_not_allowed")
    if announce is None:
        played = rules.played[seat][card]
    elif may_announce(rules, deal, card, announce):
        pull = True
        played = CardPlayed(seat, card, announce)
    else:
        raise IllegalAction("announce_not_allowed")
    held = list(hands)
    held[seat] = hand[:at] + hand[at + 1 :] if at else hand[1:]
    plays = (*plays, action)
    if armed[seat] and not holds_exchange_card(rules, trump, held[seat]):
        armed = _set(armed, seat, False)
    if special is not None:
        laid = deal._replace(hands=tuple(held), plays=plays, pull=pull, armed=armed)
        stopped = _stopped(state, laid, played)
        if stopped is not None:
            return stopped
    happened: tuple[Event, ...]
    if len(plays) < rules.trick_size:
        turn = rules.next_seat[seat]
        happened = (played,)
    else:
        turn, worth = trick_winner(rules, trump, plays)
        count = len(tricks) + 1
        tricks = (*tricks, make_tuple(Trick, (count, leader, plays, turn, worth, trump)))
        won = list(tricks_won)
        won[turn] += 1
        tricks_won = tuple(won)
        if worth:
            taken = list(points)
            taken[turn] += worth
            points = tuple(taken)
        leader, plays, pull = turn, (), False
        events: list[Event] = [played, make_tuple(TrickTaken, (turn, count, worth))]
        if turned is not None or drawn < len(stock):
            if armed[turn]:
                window = deal._replace(
                    hands=tuple(held), turn=turn, plays=(), tricks_won=tricks_won, armed=armed
                )
                turned, armed = _exchange_armed(state, window, held, events)
            drawn, turned = draw_round(rules, turn, held, stock, drawn, turned, events)
            if turned is None:
                armed = rules.nobody
        happened = tuple(events)
    new: DealState = make_tuple(
        DealState,
        (
            SEAL,
            trump,
            trump_card,
            turned,
            stock,
            drawn,
            tuple(held),
            leader,
            turn,
            plays,
            pull,
            tricks,
            tricks_won,
            points,
            armed,
            0,
            special,
        ),
    )
    after: MatchState = make_tuple(
        MatchState,
        (
            SEAL,
            rules,
            phase,
            number,
            dealer,
            cut,
            new,
            score,
            results,
            winners,
            ended_by,
            turn,
            accord,
        ),
    )
    if special is not None:
        after, happened = _told(after, list(happened), not plays)
        if after.phase != PLAY:
            return after, happened
    if not held[turn]:
        return settle(after, "played_out", list(happened))
    return after, happened


def _stopped(state: MatchState, laid: DealState, played: CardPlayed) -> Step | None:
    """What a feature does once a card lies, before the trick is taken: end the deal, or wait."""
    rules, features = state.rules, features_of(state.rules)
    for ends in features.ends:
        why = ends(rules, laid, played.card)
        if why is not None:
            return _cut_short(state, laid, played, why)
    if len(laid.plays) == rules.trick_size:
        for completes in features.completes:
            waiting = completes(state, laid)
            if waiting is not None:
                return waiting, (played,)
    return None


def _cut_short(state: MatchState, laid: DealState, played: CardPlayed, why: str) -> Step:
    """The trump three is killed: the deal ends with this card; a full trick is still taken."""
    rules, killed = state.rules, killer(state.rules, laid)
    assert killed is not None
    ace, by = killed
    events: list[Event] = [played]
    if len(laid.plays) == rules.trick_size:
        winner, worth = trick_winner(rules, laid.trump, laid.plays)
        count = len(laid.tricks) + 1
        trick = Trick(count, laid.leader, laid.plays, winner, worth, laid.trump)
        events.append(TrickTaken(winner, count, worth))
        laid = laid._replace(
            plays=(),
            tricks=(*laid.tricks, trick),
            tricks_won=add_at(laid.tricks_won, winner, 1),
            points=add_at(laid.points, winner, worth),
        )
    events.append(ThreeKilled(ace, f"{laid.trump}{rules.order[1]}", by))
    return settle(state._replace(deal=laid), why, events, winner=rules.side_of[ace])


def _told(state: MatchState, events: list[Event], taken: bool) -> Step:
    """Tell the features of a card, and of the trick if it was taken with it."""
    features = features_of(state.rules)
    for hook in features.card_played:
        state = hook(state, events)
    if taken:
        for hook in features.trick_taken:
            state = hook(state, events)
    return state, tuple(events)


def trick_winner(rules: Rules, trump: str, plays: tuple[PlayCard, ...]) -> tuple[int, int]:
    """The seat that takes a trick and the card points in it."""
    worth = rules.worth[trump][plays[0][1][0]]
    best, winner, points = -1, -1, 0
    for seat, card, _ in plays:
        power, value = worth[card]
        points += value
        if power > best:
            best, winner = power, seat
    return winner, points


def draw_round(
    rules: Rules,
    winner: int,
    hands: list[tuple[Card, ...]],
    stock: tuple[Card, ...],
    drawn: int,
    turned: Card | None,
    events: list[Event],
    already: int = 0,
) -> tuple[int, Card | None]:
    """Everyone draws, the winner of the trick first, one card each for every card played.

    Adds to `hands` and `events`, and gives how many cards of the stock are drawn then and what is
    left of the turned card. `already` cards of this round were drawn before.
    """
    seat, after = winner, rules.next_seat
    drew, count = rules.drew, rules.trick_size - already
    for card in stock[drawn : drawn + count]:
        events.append(drew[seat][card])
        hands[seat] += (card,)
        seat = after[seat]
    left = len(stock) - drawn
    if left >= count:
        return drawn + count, turned
    if turned is not None:
        events.append(CardDrawn(seat, turned, True, rules.open_hands))
        hands[seat] += (turned,)
    return len(stock), None


def exchange(state: MatchState, action: Exchange) -> Step:
    """Swap the seven or two for the turned card."""
    refusal = exchange_refusal(state, action.seat, action.give)
    if refusal is not None or state.deal is None:
        raise IllegalAction(refusal or "not_in_phase")
    events: list[Event] = []
    deal = _swap(state.deal, action.seat, action.give, events)
    return state._replace(deal=deal), tuple(events)


def arm_exchange(state: MatchState, action: ArmExchange) -> Step:
    """Ask for the exchange ahead, or call it off."""
    deal, seat = state.deal, action.seat
    if deal is None or state.phase != PLAY:
        raise IllegalAction("not_in_phase")
    if action.on and not may_arm(state, seat):
        if not state.rules.armable:
            raise IllegalAction("exchange_off")
        closed = exchange_closed(state.phase, state.rules, deal)
        raise IllegalAction("exchange_closed" if closed else "exchange_not_yours")
    new: DealState = make_tuple(
        DealState, (*deal[:ARMED], _set(deal.armed, seat, action.on), *deal[ARMED + 1 :])
    )
    after: MatchState = make_tuple(MatchState, (*state[:DEAL_AT], new, *state[DEAL_AT + 1 :]))
    return after, (ExchangeArmed(seat, action.on),)


def claim(state: MatchState, action: Claim) -> Step:
    """Take all that is left, if the side holds the highest trumps (row 17).

    If not, the claimer's hand is laid open where the rules say so; otherwise that is refused.
    """
    refusal, deal, rules = claim_refusal(state, action.seat), state.deal, state.rules
    if refusal == "claim_false" and rules.false_claim_opens and deal is not None:
        shown = (*special_of(deal).shown, action.seat)
        failed = ClaimFailed(action.seat, deal.hands[action.seat])
        return with_special(state, shown=shown), (failed,)
    if refusal is not None or deal is None:
        raise IllegalAction(refusal or "claim_not_now")
    rest = [card for hand in deal.hands for card in hand]
    new = deal._replace(
        hands=((),) * rules.players,
        points=add_at(deal.points, action.seat, sum(rules.points[card] for card in rest)),
    )
    events: list[Event] = [Claimed(action.seat, deal.hands)]
    return settle(state._replace(deal=new), "claim", events, claimed=(action.seat, tuple(rest)))


def _exchange_armed(
    state: MatchState, deal: DealState, hands: list[tuple[Card, ...]], events: list[Event]
) -> tuple[Card | None, tuple[bool, ...]]:
    """Carry out what the winner of the trick asked for, if it is legal before the draw.

    `deal` stands at the window, the winner to act. Changes `hands`; gives the turned card and who
    is armed then.
    """
    seat = deal.turn
    window = state._replace(phase=DRAW, deal=deal, turn=None)
    for card in exchange_cards(state.rules, deal, seat):
        if exchange_refusal(window, seat, card) is None:
            deal = _swap(deal, seat, card, events)
            hands[seat] = deal.hands[seat]
            return deal.turned, _set(deal.armed, seat, False)
    return deal.turned, deal.armed


def _swap(deal: DealState, seat: int, give: Card, events: list[Event]) -> DealState:
    take = deal.turned
    if take is None:
        raise IllegalAction("exchange_closed")
    hand = tuple(take if card == give else card for card in deal.hands[seat])
    events.append(Exchanged(seat, give, take))
    return deal._replace(hands=_set(deal.hands, seat, hand), turned=give)


def _set(items: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*items[:seat], value, *items[seat + 1 :])
