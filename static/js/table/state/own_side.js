/** Order the sides of a match as they are shown: one's own first. Pure. */

/**
 * List the indices of the sides in the order in which they are shown. A player sees their own side first,
 * then the others counter-clockwise from their own seat; who only watches sees the winners first, then the
 * others in seat order.
 * @param {number[][]} sides the seats of each side
 * @param {number | null} ownSeat null for watchers
 * @param {number[]} [winners] indices of the sides that won; empty while nobody has
 * @returns {number[]}
 */
export function sidesInOrder(sides, ownSeat, winners = []) {
  const order = sides.map((_seats, side) => side);
  const own = ownSeat === null ? -1 : sides.findIndex((seats) => seats.includes(ownSeat));
  if (ownSeat === null || own < 0)
    return [...order.filter((side) => winners.includes(side)), ...order.filter((side) => !winners.includes(side))];
  const players = sides.flat().length;
  const steps = (/** @type {number} */ side) =>
    side === own ? 0 : Math.min(...(sides[side] ?? []).map((seat) => (seat - ownSeat + players) % players));
  return order.sort((one, other) => steps(one) - steps(other));
}
