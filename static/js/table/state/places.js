/** Say where the seats are drawn: they run counter-clockwise, so the next one sits at your right. */

/** @type {Record<number, string[]>} */
const PLACES = {
  2: ['t'],
  3: ['r', 'l'],
  4: ['r', 't', 'l'],
  5: ['r1', 'r2', 'l2', 'l1'],
  6: ['r1', 'r2', 't', 'l2', 'l1'],
};

/**
 * Return the place of a seat as seen from one's own: 'me', 't', 'l', 'r1', ...
 * @param {number} seat
 * @param {number} own
 * @param {number} players
 * @returns {string}
 */
export function placeOf(seat, own, players) {
  const steps = (seat - own + players) % players;
  return steps === 0 ? 'me' : (PLACES[players]?.[steps - 1] ?? 't');
}

/**
 * Return the other seats in the order of the page: counter-clockwise from the right.
 * @param {number} own
 * @param {number} players
 * @returns {number[]}
 */
export function otherSeats(own, players) {
  return Array.from({ length: players - 1 }, (_all, index) => (own + 1 + index) % players);
}

/**
 * Return the classes of a seat's plate.
 * @param {string} place
 * @returns {string}
 */
export function seatClass(place) {
  if (place === 'me') return 'seat';
  const side = /** @type {Record<string, string>} */ ({ l: 'at-l', r: 'at-r' })[place.charAt(0)];
  return side ? `seat ${place} ss ${side}` : `seat ${place}`;
}
