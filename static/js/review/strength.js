/** Which card beats which, and what each is worth, by the options of a ruleset. Pure. */

/** Printed numbers from strong to weak, by the option `ranks`. @type {Record<string, number[]>} */
const ORDERS = {
  std: [1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2],
  swap_3_7: [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
  lombard: [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2],
  tuscan: [1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2],
};
/** In all 52 French cards each court has a number beside it that counts the same. @type {Record<number, number[]>} */
const TWICE = { 12: [13, 10], 11: [12, 9], 10: [11, 8], 9: [], 8: [] };
const SUITS = 'OCEB';
/** Of the five ranks that count, the strongest first. */
const WORTH = [11, 10, 4, 3, 2];

/**
 * @typedef {Record<string, any>} Rules every option
 * @typedef {{seat: number, card: string}} Laid
 */

/** @param {Rules} rules */
const named = (rules) => ORDERS[rules.ranks ?? 'std'] ?? [];
/** @param {Rules} rules */
const doubled = (rules) => rules['deck.french'] === 'all52';
/** @param {string} card */
const numberOf = (card) => Number(card.slice(1));

/**
 * Return printed numbers from strong to weak.
 * @param {Rules} rules
 * @returns {number[]}
 */
export function orderOf(rules) {
  return doubled(rules) ? named(rules).flatMap((rank) => TWICE[rank] ?? [rank]) : named(rules);
}

/**
 * Return card points.
 * @param {string} card
 * @param {Rules} rules
 * @returns {number}
 */
export function worthOf(card, rules) {
  const number = numberOf(card);
  const rank = named(rules).findIndex((one) =>
    doubled(rules) ? (TWICE[one] ?? [one]).includes(number) : one === number,
  );
  return WORTH[rank] ?? 0;
}

/**
 * Return the card that takes a trick as it lies there; null where none does.
 * @template {Laid} T
 * @param {T[]} plays in the order played
 * @param {string | null} trump
 * @param {Rules} rules
 * @returns {T | null}
 */
export function winnerOf(plays, trump, rules) {
  const [lead] = plays;
  const order = orderOf(rules);
  if (!lead || !order.length) return null;
  const power = (/** @type {string} */ card) => {
    const strength = order.length - order.indexOf(numberOf(card));
    if (card[0] === trump) return 100 + strength;
    return card[0] === lead.card[0] ? strength : 0;
  };
  return plays.reduce((best, play) => (power(play.card) > power(best.card) ? play : best));
}

/**
 * Return a large hand as one holds it: by suit, and from the highest.
 * @param {string[]} cards
 * @param {Rules} rules
 * @returns {string[]}
 */
export function arranged(cards, rules) {
  const order = orderOf(rules);
  const place = (/** @type {string} */ card) => SUITS.indexOf(card.charAt(0)) * 100 + order.indexOf(numberOf(card));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * Return the rounds in which cards are drawn for the deal: who are level at the top draw again.
 * @param {string[]} cards in the order drawn
 * @param {number} players
 * @param {Rules} rules
 * @returns {Laid[][]}
 */
export function drawsOf(cards, players, rules) {
  const order = orderOf(rules);
  const left = [...cards];
  let seats = Array.from({ length: players }, (_all, seat) => seat);
  /** @type {Laid[][]} */
  const rounds = [];
  while (seats.length > 1 && left.length >= seats.length) {
    const round = seats.map((seat) => ({ seat, card: left.shift() ?? '' }));
    const best = Math.min(...round.map(({ card }) => order.indexOf(numberOf(card))));
    seats = round.filter(({ card }) => order.indexOf(numberOf(card)) === best).map(({ seat }) => seat);
    rounds.push(round);
  }
  return rounds;
}
