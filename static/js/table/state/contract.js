/** Find who plays for how much with whom, as far as this viewer knows. Pure. */

/**
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').Action} Action
 */

/**
 * Return whether this table's games have an auction.
 * @param {Record<string, any>} rules
 */
export function hasAuction(rules) {
  return (rules['auction.kind'] ?? 'none') !== 'none';
}

/**
 * Return the part of a seat in the contract, as far as it is known.
 * @param {View | null} view
 * @param {number} seat
 * @returns {"caller" | "partner" | null}
 */
export function roleOf(view, seat) {
  const contract = view?.contract;
  if (!contract) return null;
  if (contract.caller === seat) return 'caller';
  return contract.partner === seat ? 'partner' : null;
}

/**
 * Return whether this viewer is the hidden partner: they know, and nobody else does.
 * @param {View | null} view
 */
export function secretPartner(view) {
  const contract = view?.contract;
  return Boolean(
    contract && !contract.revealed && view.seat !== null && contract.partner === view.seat,
  );
}

/**
 * Return whether a seat is on one's own side, as far as one knows: with a contract, who plays for it and
 * who plays against it.
 * @param {View | null} view
 * @param {number[][]} sides
 * @param {number | null} own
 * @param {number} seat
 */
export function sameSide(view, sides, own, seat) {
  if (own === null) return false;
  if (own === seat) return true;
  const known = view?.contract && (view.contract.partner !== null || view.contract.alone);
  if (known) return (roleOf(view, own) === null) === (roleOf(view, seat) === null);
  return sides.some((side) => side.includes(own) && side.includes(seat));
}

/**
 * Return the card points that the contract has made, null while that would tell who the partner is.
 * @param {View} view
 * @returns {number | null}
 */
export function pointsMade(view) {
  const { contract, points } = view;
  if (!contract) return null;
  const own = points.seats[contract.caller] ?? 0;
  if (contract.alone) return own;
  if (contract.partner === null) return null;
  return own + (points.seats[contract.partner] ?? 0);
}

/**
 * Return what may be called: the suits, and for each its ranks from the highest. A list of ranks is empty
 * where only the suit is named.
 * @param {Action[]} legal
 * @param {number[]} order ranks from high to low
 * @returns {Map<string, number[]>}
 */
export function callChoices(legal, order) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  for (const { type, suit, rank } of legal) {
    if (type !== 'declare' || !suit) continue;
    const ranks = found.get(suit) ?? [];
    found.set(suit, rank === undefined || rank === null ? ranks : [...ranks, rank]);
  }
  for (const ranks of found.values()) ranks.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return found;
}
