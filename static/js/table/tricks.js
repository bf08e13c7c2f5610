/** Which card of a trick is winning it. Pure. */
import { rankOrder } from './cardnames.js';

/**
 * The card with which the winner wins: with two cards a turn it is one of two.
 * @param {import('./protocol.js').Play[]} plays
 * @param {number | null} winner seat
 * @param {string | null} trump
 * @returns {string | null}
 */
export function winningCard(plays, winner, trump) {
  const led = plays[0]?.card.charAt(0);
  const order = rankOrder();
  const strength = (/** @type {string} */ card) => {
    const suit = card.charAt(0);
    const level = suit === trump ? 2 : suit === led ? 1 : 0;
    return level * 100 - order.indexOf(Number(card.slice(1)));
  };
  const own = plays.filter((play) => play.seat === winner).map((play) => play.card);
  return own.sort((a, b) => strength(b) - strength(a))[0] ?? null;
}
