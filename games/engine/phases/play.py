"""Lead, follow, take the trick, exchange, draw (rules, 1.4).

This is what the engine does most: `tools/bench/engine.py` measures it.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.actions import PlayCard
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events import CardDrawn, CardPlayed, Event, ThreeKilled, TrickTaken
from games.engine.legality import imprisoned, may_announce, playable
from games.engine.out_of_turn import exchange_cards, exchange_refusal, holds_exchange_card
from games.engine.phases.exchange import exchange_armed, replaced_at
from games.engine.phases.feature import Step, features_of
from games.engine.phases.muerte import killer
from games.engine.phases.settle import PLAYED_OUT, Ending, add_at, settle
from games.engine.rules import Rules
from games.engine.state import DRAW, MATCH_OVER, PLAY, DealState, MatchState, Trick


def play(state: MatchState, action: PlayCard, again: bool = False) -> Step:
    """Apply the play of a card; if it completes the trick, also take the trick, exchange and draw.

    `again`: the card was laid before there was a trump, so that no obligation applies to it.

    Raises:
        IllegalAction: it is not this seat's turn to play, or the rules ask for another card.
    """
    rules, before = state.rules, deal_in_play(state)
    played = _check_play(rules, before, action, again)
    deal = before.copy()
    _lay_card(rules, deal, action)
    if deal.special is not None and (stopped := _stopped(state, deal, played)):
        return stopped
    events: list[Event] = [played]
    if len(deal.plays) == rules.trick_size:
        _take_trick(rules, deal, events)
        _exchange_and_draw(state, deal, events)
    after = state.copy()
    after.deal, after.turn = deal, deal.turn
    if deal.special is not None:
        after = _tell_features(after, events, trick_taken=not deal.plays)
    if after.phase == PLAY and not deal.hands[deal.turn]:
        return settle(after, PLAYED_OUT, events)
    return after, tuple(events)


class ExchangeWindow(NamedTuple):
    """State between a trick and the draw in which the winner may exchange, and the card to give."""

    state: MatchState
    """The trick is taken, and nobody has drawn; its winner is to act."""
    give: Card
    """The card of the winner that takes the turned one."""


def exchange_window(state: MatchState, action: PlayCard) -> ExchangeWindow | None:
    """Return the chance to exchange that this legal play gives the winner of the trick, or None.

    The winner need not have asked for the exchange ahead.
    """
    rules, deal = state.rules, deal_in_play(state).copy()
    if rules.exchange_any_time or deal.turned is None:
        return None
    _lay_card(rules, deal, action)
    if len(deal.plays) < rules.trick_size:
        return None
    if deal.special is not None and _stopped(state, deal, CardPlayed(*action)):
        return None
    _take_trick(rules, deal, [])
    after = state.replace(deal=deal, turn=deal.turn)
    window = after.replace(phase=DRAW, turn=None)
    for card in exchange_cards(rules, deal, deal.turn):
        if exchange_refusal(window, deal.turn, card) is None:
            return ExchangeWindow(after, card)
    return None


def deal_in_play(state: MatchState) -> DealState:
    """Return the current deal, which must be in its play phase.

    Raises:
        IllegalAction: the match is over or paused, or the deal is in another phase.
    """
    deal = state.deal
    if state.phase != PLAY or deal is None:
        raise IllegalAction("match_over" if state.phase == MATCH_OVER else "not_in_phase")
    if state.accord is not None and state.accord.paused is not None:
        raise IllegalAction("paused")
    return deal


def _check_play(rules: Rules, deal: DealState, action: PlayCard, again: bool) -> CardPlayed:
    """Return the event of playing a card; raise IllegalAction if the seat may not play it now."""
    seat, card, announce = action
    if deal.turn != seat:
        raise IllegalAction("not_your_turn")
    if card not in deal.hands[seat]:
        raise IllegalAction("card_not_held")
    if deal.special is not None and not again and card not in playable(rules, deal, seat):
        locked = rules.muerte and imprisoned(rules, deal, card)
        raise IllegalAction("card_imprisoned" if locked else "card_not_allowed")
    if announce is None:
        return rules.played[seat][card]
    if not may_announce(rules, deal, card, announce):
        raise IllegalAction("announce_not_allowed")
    return CardPlayed(seat, card, announce)


def _lay_card(rules: Rules, deal: DealState, action: PlayCard) -> None:
    """Move a card from the seat's hand to the trick and pass the turn on; change `deal` in place.

    A seat left without a card that can take the turned one has its request to exchange cancelled.
    """
    seat, card, announce = action
    hand = deal.hands[seat]
    at = hand.index(card)
    left = hand[:at] + hand[at + 1 :]
    deal.hands = replaced_at(deal.hands, seat, left)
    deal.plays += (action,)
    deal.turn = rules.next_seat[seat]
    if announce is not None:
        deal.pull = True
    if deal.armed[seat] and not holds_exchange_card(rules, deal.trump, left):
        deal.armed = replaced_at(deal.armed, seat, False)


def _take_trick(rules: Rules, deal: DealState, events: list[Event]) -> None:
    """Give a complete trick to its winner, which leads the next one; change `deal` in place."""
    winner, points = trick_winner(rules, deal.trump, deal.plays)
    number = len(deal.tricks) + 1
    deal.tricks += (Trick(number, deal.leader, deal.plays, winner, points, deal.trump),)
    deal.tricks_won = add_at(deal.tricks_won, winner, 1)
    deal.points = add_at(deal.points, winner, points)
    deal.plays, deal.pull = (), False
    deal.leader = deal.turn = winner
    events.append(TrickTaken(winner, number, points))


def trick_winner(rules: Rules, trump: str, plays: tuple[PlayCard, ...]) -> tuple[int, int]:
    """Return the seat that wins a trick of these plays, and the trick's card points."""
    worth = rules.worth[trump][plays[0][1][0]]
    best, winner, points = -1, -1, 0
    for seat, card, _ in plays:
        power, value = worth[card]
        points += value
        if power > best:
            best, winner = power, seat
    return winner, points


def _exchange_and_draw(state: MatchState, deal: DealState, events: list[Event]) -> None:
    """Make the exchange that the trick's winner asked for, then let all draw; change `deal`."""
    if deal.turned is None and deal.drawn == len(deal.stock):
        return
    if deal.armed[deal.turn]:
        exchange_armed(state, deal, events)
    draw_round(state.rules, deal, state.eldest, events)


def draw_round(rules: Rules, deal: DealState, eldest: int, events: list[Event]) -> None:
    """Let seats draw a card for each card of the trick; change `deal` in place, append to `events`.

    The seat to act draws first. Where the rules draw by seat, `eldest` does, except in the
    last round. The turned card is the last of the stock; once it is drawn nobody can exchange.
    """
    count = rules.trick_size - deal.round_drawn
    by_seat = rules.draws_by_seat and deal.stock_left > count
    seat, hands = eldest if by_seat else deal.turn, list(deal.hands)
    cards = deal.stock[deal.drawn : deal.drawn + count]
    for card in cards:
        events.append(rules.drew[seat][card])
        hands[seat] += (card,)
        seat = rules.next_seat[seat]
    deal.drawn += len(cards)
    deal.round_drawn = 0
    if len(cards) < count:
        if deal.turned is not None:
            events.append(CardDrawn(seat, deal.turned, True, rules.open_hands))
            hands[seat] += (deal.turned,)
        deal.turned, deal.armed = None, rules.nobody
    deal.hands = tuple(hands)


def _stopped(state: MatchState, deal: DealState, played: CardPlayed) -> Step | None:
    """Return state and events if an optional rule ends the deal or holds the trick; else None."""
    rules, features = state.rules, features_of(state.rules)
    for ends in features.ends:
        why = ends(rules, deal, played.card)
        if why is not None:
            return _end_by_killed_three(state, deal, played, why)
    if len(deal.plays) == rules.trick_size:
        for completes in features.completes:
            waiting = completes(state, deal)
            if waiting is not None:
                return waiting, (played,)
    return None


def _end_by_killed_three(
    state: MatchState, deal: DealState, played: CardPlayed, ended_by: str
) -> Step:
    """Settle a deal that the trump ace ended by killing the three; a full trick is still taken."""
    rules, killed = state.rules, killer(state.rules, deal)
    assert killed is not None
    ace, by = killed
    events: list[Event] = [played]
    if len(deal.plays) == rules.trick_size:
        _take_trick(rules, deal, events)
    events.append(ThreeKilled(ace, f"{deal.trump}{rules.order[1]}", by))
    return settle(state.replace(deal=deal), Ending(ended_by, winner=rules.side_of[ace]), events)


def _tell_features(state: MatchState, events: list[Event], *, trick_taken: bool) -> MatchState:
    """Return the state after optional rules have acted on a played card and a taken trick."""
    features = features_of(state.rules)
    for hook in features.card_played:
        state = hook(state, events)
    if trick_taken:
        for hook in features.trick_taken:
            state = hook(state, events)
    return state
