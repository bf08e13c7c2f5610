/** Say what may be bid, and how bids are called. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { rankName, rankOrder } from './cardnames.js';

/**
 * @typedef {import('../protocol.js').Action} Action
 * @typedef {import('../protocol.js').Bid} Bid
 * @typedef {import('../protocol.js').View} View
 */

/** What can be made at most in Rematada: all points, the king and knight of trumps, the last trick. */
const MOST_REMATADA = 170;
const ALL_POINTS = 120;

/**
 * Return the bids that are listed as legal.
 * @param {Action[]} legal
 * @returns {Bid[]}
 */
function bids(legal) {
  return legal.flatMap((action) =>
    action.type === 'bid' && action.bid !== undefined ? [action.bid] : [],
  );
}

/**
 * Return whether one may pass.
 * @param {Action[]} legal
 */
export function mayPass(legal) {
  return bids(legal).includes('pass');
}

/**
 * Return the ranks of the pack from high to low, and which of them may be bid; empty where ranks are not.
 * @param {View} view
 * @returns {{rank: number, open: boolean}[]}
 */
export function ladder(view) {
  if (view.auction?.kind !== 'rank') return [];
  const open = new Set(
    bids(view.legal).flatMap((bid) =>
      bid !== 'pass' && bid.rank !== undefined && bid.points === undefined ? [bid.rank] : [],
    ),
  );
  // Auctions by rank are of the pack of forty, without eights and nines.
  const ranks = rankOrder().filter((rank) => rank !== 8 && rank !== 9);
  return open.size ? ranks.map((rank) => ({ rank, open: open.has(rank) })) : [];
}

/**
 * Return the points that may be bid: from, to, in steps of; the rank is that of bids after the lowest
 * one. Null where points are not bid now.
 * @param {View} view
 * @param {Record<string, any>} rules
 * @returns {{low: number, high: number, step: number, rank: number | null} | null}
 */
export function pointBids(view, rules) {
  const listed = bids(view.legal).filter((bid) => bid !== 'pass' && bid.points !== undefined);
  const first = listed[0];
  if (!first || first === 'pass') return null;
  const points = listed.map((bid) => (bid === 'pass' ? 0 : (bid.points ?? 0)));
  return {
    low: Math.min(...points),
    // The list of what is legal ends somewhere; the bids of Rematada do not.
    high: rules['rematada.talon'] ? 999 : Math.max(...points),
    step: rules['auction.kind'] === 'points' ? (rules['auction.step'] ?? 1) : 1,
    rank: first.rank ?? null,
  };
}

/**
 * Return a number of points made into one that may be bid.
 * @param {number} points
 * @param {{low: number, high: number, step: number}} range
 */
export function within(points, { low, high, step }) {
  const whole = low + Math.round((points - low) / step) * step;
  return Math.min(high, Math.max(low, whole));
}

/**
 * Return whether so many points cannot be made at all.
 * @param {number} points
 * @param {Record<string, any>} rules
 */
export function tooMuch(points, rules) {
  return points > (rules['rematada.talon'] ? MOST_REMATADA : ALL_POINTS);
}

/**
 * Return a bid as it is said at the table.
 * @param {Bid} bid
 * @returns {string}
 */
export function bidText(bid) {
  if (bid === 'pass') return _('Pass');
  if (bid.rank === undefined) return String(bid.points);
  if (bid.points === undefined) return rankName(bid.rank);
  return `${rankName(bid.rank)}, ${bid.points}`;
}

/**
 * Return what a bid obliges to, where its name does not say it: how many points are to be made.
 * @param {Bid} bid
 * @returns {string}
 */
export function bidMeaning(bid) {
  if (bid === 'pass' || bid.points === undefined) return '';
  return bid.rank === undefined
    ? _('%(n)s points to make', { n: bid.points })
    : _('The lowest rank, and %(n)s of the 120 points to make', { n: bid.points });
}

/**
 * Return the last bid of a seat, null before it.
 * @param {View | null} view
 * @param {number} seat
 * @returns {Bid | null}
 */
export function lastBid(view, seat) {
  return view?.auction?.bids.filter((one) => one.seat === seat).at(-1)?.bid ?? null;
}
