/**
 * Every position of a finished match, made from its record and nothing else. Pure.
 *
 * A position is what lies on the table after something happened; each card of the pack is in it
 * exactly once. Positions are never changed, so going backwards is looking at an earlier one.
 */
import { playDeal } from './deal.js';

/**
 * @typedef {import('./record.js').MatchRecord} MatchRecord
 * @typedef {import('./record.js').Position} Position
 *
 * @typedef {{first: number, last: number}} Span
 * @typedef {{positions: Position[], deals: Span[], at: Map<string, number>}} Timeline
 */

/**
 * Return all positions of a match, in order.
 * @param {MatchRecord} record
 * @returns {Timeline}
 */
export function timelineOf(record) {
  /** @type {Position[]} */
  const positions = [];
  /** @type {Span[]} */
  const deals = [];
  let score = record.sides.map(() => 0);
  record.deals.forEach((_deal, index) => {
    const first = positions.length;
    score = playDeal(record, index, score, positions);
    deals.push({ first, last: positions.length - 1 });
  });
  return { positions, deals, at: new Map(positions.map(({ hash, index }) => [hash, index])) };
}

/**
 * Return the address of the card at which something that was not done is found: at the one that broke a marriage
 * that was not shown, or the partner's that a sign that was not made would have changed. Others stay as they are.
 * @param {string} at
 */
export const cardOf = (at) => at.replace(/(c\d)[ms]$/, '$1');

/**
 * Return the position that an address means, or the nearest before it; null where it means none.
 * `s12` is the action with the number 12 in the record.
 * @param {Timeline} timeline
 * @param {string} hash with or without '#'
 * @returns {number | null}
 */
export function indexOfHash(timeline, hash) {
  const wanted = hash.replace(/^#/, '');
  const exact = timeline.at.get(cardOf(wanted));
  if (exact !== undefined) return exact;
  const entry = /^s(\d+)$/.exec(wanted);
  if (entry) return indexOfEntry(timeline, Number(entry[1]));
  const parts = /^d(\d+)(?:t(\d+))?/.exec(wanted);
  if (!parts) return null;
  return timeline.at.get(parts[0]) ?? timeline.at.get(`d${parts[1]}`) ?? null;
}

/**
 * Return the position after the action with a number of the record, or the nearest before it.
 * @param {Timeline} timeline
 * @param {number} seq
 * @returns {number}
 */
function indexOfEntry({ positions }, seq) {
  let found = 0;
  for (const { index, action } of positions) if (action && action.seq <= seq) found = index;
  return found;
}

/**
 * Return the number in the record of the last action up to a position; 0 before the first.
 * @param {Timeline} timeline
 * @param {number} index
 * @returns {number}
 */
export function entryAt({ positions }, index) {
  for (let at = index; at >= 0; at -= 1) {
    const action = positions[at]?.action;
    if (action) return action.seq;
  }
  return 0;
}

/**
 * Return where a jump by trick ends: at the next complete trick or call, or at an end of a deal.
 * @param {Timeline} timeline
 * @param {number} from
 * @param {1 | -1} way
 * @returns {number}
 */
export function trickFrom(timeline, from, way) {
  const { positions } = timeline;
  for (let index = from + way; index >= 0 && index < positions.length; index += way) {
    const kind = positions[index]?.kind ?? '';
    const done = positions[index + 1]?.kind === 'taken';
    if (done || ['start', 'call', 'end'].includes(kind)) return index;
  }
  return from;
}

/**
 * Return where a jump by deal ends: at the end of this deal, and from there at that of the next one.
 * @param {Timeline} timeline
 * @param {number} from
 * @param {1 | -1} way
 * @returns {number}
 */
export function dealFrom(timeline, from, way) {
  const { positions, deals } = timeline;
  const deal = positions[from]?.deal ?? 0;
  const edge = (/** @type {number} */ at) => deals[at]?.[way > 0 ? 'last' : 'first'];
  const here = edge(deal) ?? from;
  return here === from ? (edge(deal + way) ?? from) : here;
}

/**
 * Return the cards of a hand as they lay when the trick began: played ones keep their place until it is
 * taken, and what an exchange brought lies where the card given was.
 * @param {Timeline} timeline
 * @param {number} index
 * @param {number} seat
 * @returns {{card: string, gone: boolean}[]}
 */
export function slotsOf({ positions }, index, seat) {
  const now = positions[index];
  const hand = now?.hands[seat] ?? [];
  let from = index;
  while (positions[from]?.plays.length && positions[from]?.kind !== 'start') from -= 1;
  const before = positions[from]?.hands[seat] ?? [];
  const fresh = hand.filter((card) => !before.includes(card));
  const played = now?.plays.filter((play) => play.seat === seat).map((play) => play.card) ?? [];
  /** @type {{card: string, gone: boolean}[]} */
  const slots = [];
  for (const card of before) {
    if (hand.includes(card)) slots.push({ card, gone: false });
    else if (played.includes(card)) slots.push({ card, gone: true });
    else {
      const other = fresh.shift();
      if (other) slots.push({ card: other, gone: played.includes(other) });
    }
  }
  return [...slots, ...fresh.map((card) => ({ card, gone: false }))];
}
