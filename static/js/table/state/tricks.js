/** Find which card of a trick is winning it, and how a trick was cut short. Pure. */
import { rankOrder } from '../speech/cardnames.js';

/**
 * Return the card with which the winner wins: with two cards a turn it is one of two.
 * @param {import('../protocol.js').Play[]} plays
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

/**
 * Return the trick in which the three was killed, where the deal ended before it was full: it is in no
 * view, and yet to be seen.
 * @param {import('../protocol.js').Trick | null | undefined} before the trick as it lay
 * @param {import('../protocol.js').Event[]} events
 * @returns {import('../protocol.js').Trick | null}
 */
export function killedTrick(before, events) {
  const kill = events.find((event) => event.type === 'three_killed');
  if (!kill || events.some((event) => event.type === 'trick_taken')) return null;
  const laid = events.flatMap((event) =>
    event.type === 'card_played' ? [{ seat: event.seat, card: event.card, announce: event.announce ?? null }] : [],
  );
  const plays = [...(before?.plays ?? []), ...laid];
  return { number: before?.number ?? 1, leader: plays[0]?.seat ?? kill.seat, plays, winner: kill.seat };
}
