/** The auction of a deal, what its winner puts away and calls, and marriages that are shown. */
import { arranged, worthOf } from './strength.js';

/**
 * @typedef {import('./record.js').Action} Action
 * @typedef {import('./record.js').Event} Event
 * @typedef {import('./layout.js').Layout} Layout
 */

/** Points to make where the bid says none. */
const CONTRACT = 61;

/**
 * Make a bid; with the last one the auction is won, and the talon taken.
 * @param {Layout} on
 * @param {Action} action
 * @param {Action | undefined} next
 */
export function bid(on, action, next) {
  const { seat, bid: said = 'pass' } = action;
  /** @type {Event[]} */
  const events = [{ type: 'bid_made', seat, bid: said }];
  on.bids = [...on.bids, { seat, bid: said }];
  const out = on.bids.filter((one) => one.bid === 'pass').map((one) => one.seat);
  const round = on.seats.map((step) => (seat + 1 + step) % on.seats.length);
  on.turn = round.find((one) => !out.includes(one)) ?? null;
  const played = on.deal.contract ?? (next && next.type !== 'bid');
  if (next?.type !== 'bid' && played) won(on, events);
  on.put('bid', on.address(action), seat, action, { events });
}

/**
 * Let the last bid that was no pass win; its seat takes the talon, calls, or plays in the dark.
 * @param {Layout} on
 * @param {Event[]} events
 */
function won(on, events) {
  const { contract } = on.deal;
  let high = on.bids.filter((one) => one.bid !== 'pass').at(-1);
  if (!high && contract) {
    // Who is left may have to bid, and is not asked.
    high = { seat: contract.caller, bid: contract.bid };
    on.bids = [...on.bids, high];
    events.push({ type: 'bid_made', ...high });
  }
  if (!high) return;
  const { seat, bid: made } = high;
  const target = made === 'pass' ? CONTRACT : (made.points ?? CONTRACT);
  const called = on.deal.actions.find((action) => action.type === 'declare');
  const card = called ? cardOf(on, called, made) : null;
  const holder = card ? on.dealt.findIndex((hand) => hand.includes(card)) : -1;
  const partner = holder < 0 || holder === seat ? null : holder;
  const talon = on.talon.length ? on.talon : null;
  on.contract = {
    caller: seat,
    bid: made,
    target,
    suit: null,
    rank: null,
    card: null,
    partner,
    alone: card ? holder === seat : null,
    revealed: false,
    talon,
    discards: null,
  };
  events.push({ type: 'auction_won', seat, bid: made, target });
  if (talon) {
    events.push({ type: 'talon_shown', seat, cards: talon });
    on.hold(seat, arranged([...on.hand(seat), ...talon], on.rules));
    on.talon = [];
  }
  on.turn = on.rules['chiamata.dark'] ? leader(on) : seat;
}

/**
 * Return the card that is called; none with a talon.
 * @param {Layout} on
 * @param {Action} action
 * @param {import('./record.js').Bid} made
 */
function cardOf(on, { suit, rank }, made) {
  if (on.rules['rematada.talon']) return null;
  return `${suit}${rank ?? (made === 'pass' ? '' : made.rank)}`;
}

/**
 * Return who leads the first trick.
 * @param {Layout} on
 */
function leader(on) {
  const declarer = on.rules['play.first_lead'] === 'declarer';
  return declarer && on.contract ? on.contract.caller : on.eldest;
}

/**
 * @param {Layout} on
 * @param {Action} action
 */
export function discard(on, action) {
  const { seat, cards = [] } = action;
  on.discards = cards;
  on.hold(seat, on.hand(seat).filter((card) => !cards.includes(card)));
  if (on.contract) on.contract = { ...on.contract, discards: cards };
  const events = [{ type: 'cards_discarded', seat, cards, count: cards.length }];
  on.put('discard', on.address(action), seat, action, { events });
}

/**
 * Make the call of the winner of the auction; in other games show a marriage.
 * @param {Layout} on
 * @param {Action} action
 */
export function declare(on, action) {
  const { seat, suit = '' } = action;
  if (!on.auction) {
    /** @type {Event[]} */
    const events = on.trump ? [] : [{ type: 'trump_turned', suit, card: null }];
    on.trump ??= suit;
    events.push(on.marriage(seat, suit));
    on.put('marriage', on.address(action), seat, action, { events });
    return;
  }
  const { contract } = on;
  if (!contract) return;
  const card = cardOf(on, action, contract.bid);
  const rank = card ? Number(card.slice(1)) : null;
  on.trump = suit;
  on.contract = { ...contract, suit, rank, card };
  on.pair = !card && on.couple(suit).every((one) => on.hand(seat).includes(one));
  /** @type {Event[]} */
  const events = [{ type: 'called', seat, suit, rank, card }];
  const waits = on.plays.length > 0;
  if (!waits) on.turn = on.done ? (on.deal.tricks[on.done - 1]?.winner ?? null) : leader(on);
  const played = [...on.piles.flat(), ...on.plays.map((play) => play.card)];
  if (card && played.includes(card)) events.push(reveal(on));
  on.put('call', on.address(action), seat, action, { events });
  const trick = on.deal.tricks[on.done];
  if (waits && trick) on.take(trick, undefined);
}

/**
 * Reveal the holder of the called card, who is known from now on.
 * @param {Layout} on
 * @returns {Event}
 */
export function reveal(on) {
  const { contract } = on;
  if (contract) on.contract = { ...contract, revealed: true };
  const seat = contract?.partner ?? contract?.caller;
  return { type: 'partner_revealed', seat, alone: contract?.partner === null };
}

/**
 * Return points of the cards put away, once they are counted; a claim has done so already.
 * @param {Layout} on
 */
export function putAway(on) {
  if (!on.deal.contract || on.deal.ended_by === 'claim') return 0;
  return on.discards.reduce((sum, card) => sum + worthOf(card, on.rules), 0);
}
