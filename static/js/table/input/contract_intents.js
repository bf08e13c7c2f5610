/** Turn what a player wants beside playing cards into messages: bids and calls, cards put away, looks, signs, words. */
import { gettext as _ } from '../../lib/i18n.js';
import { act } from './intents.js';
import { legalActions, legalAction, ownSeat } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';

/**
 * Bid, or pass.
 * @param {import('../protocol.js').Bid} made
 */
export function bid(made) {
  if (!legalAction('bid')) return;
  show({ points: null });
  act({ type: 'bid', bid: made });
}

/**
 * Call a card, or name the trumps.
 * @param {string} suit
 * @param {number | null} rank
 */
export function call(suit, rank) {
  show({ suit: null, rank: null });
  act(rank === null ? { type: 'declare', suit } : { type: 'declare', suit, rank });
}

/** Put the two chosen cards away. */
export function discard() {
  const { away } = page.value;
  const found = legalActions('discard').find(
    ({ cards }) => cards?.length === away.length && cards.every((card) => away.includes(card)),
  );
  if (!found) return;
  show({ away: [] });
  act(found);
}

/**
 * Show the king and the knight of a suit.
 * @param {string} suit
 */
export function marry(suit) {
  if (legalAction('declare', (action) => action.suit === suit)) act({ type: 'declare', suit });
}

/**
 * Look at the cards of a partner.
 * @param {number} at
 */
export function peek(at) {
  if (legalAction('peek', (action) => action.at === at)) act({ type: 'peek', at });
}

/**
 * Turn one's eyes to somebody.
 * @param {number} at
 */
export function look(at) {
  if (legalAction('look', (action) => action.at === at)) act({ type: 'look', at });
}

/** Turn one's eyes to the next player, counter-clockwise. */
export function lookAtNext() {
  const seats = legalActions('look').flatMap(({ at }) => (at === undefined ? [] : [at]));
  const from = state.value.view?.looking ?? ownSeat() ?? 0;
  const players = state.value.table.players;
  const steps = (/** @type {number} */ seat) => (seat - from + players) % players || players;
  const next = seats.sort((a, b) => steps(a) - steps(b))[0];
  if (next !== undefined) look(next);
}

/**
 * Make a sign.
 * @param {string} id
 */
export function sign(id) {
  if (legalAction('sign', (action) => action.sign === id)) act({ type: 'sign', sign: id });
  else show({ notice: _('That sign would not be true now.') });
}

/**
 * Say something to everybody.
 * @param {string} text
 */
export function sayToAll(text) {
  const words = text.trim().slice(0, 140);
  if (words) act({ type: 'say', text: words });
}
