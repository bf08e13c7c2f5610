/** Names of the cards; one text each, so that every language can say them as its players do. */
import { gettext as _ } from '../lib/i18n.js';

/** @type {Record<string, () => string>} */
const NAMES = {
  O1: () => _('Ace of coins'),
  O2: () => _('Two of coins'),
  O3: () => _('Three of coins'),
  O4: () => _('Four of coins'),
  O5: () => _('Five of coins'),
  O6: () => _('Six of coins'),
  O7: () => _('Seven of coins'),
  O8: () => _('Eight of coins'),
  O9: () => _('Nine of coins'),
  O10: () => _('Jack of coins'),
  O11: () => _('Knight of coins'),
  O12: () => _('King of coins'),
  C1: () => _('Ace of cups'),
  C2: () => _('Two of cups'),
  C3: () => _('Three of cups'),
  C4: () => _('Four of cups'),
  C5: () => _('Five of cups'),
  C6: () => _('Six of cups'),
  C7: () => _('Seven of cups'),
  C8: () => _('Eight of cups'),
  C9: () => _('Nine of cups'),
  C10: () => _('Jack of cups'),
  C11: () => _('Knight of cups'),
  C12: () => _('King of cups'),
  E1: () => _('Ace of swords'),
  E2: () => _('Two of swords'),
  E3: () => _('Three of swords'),
  E4: () => _('Four of swords'),
  E5: () => _('Five of swords'),
  E6: () => _('Six of swords'),
  E7: () => _('Seven of swords'),
  E8: () => _('Eight of swords'),
  E9: () => _('Nine of swords'),
  E10: () => _('Jack of swords'),
  E11: () => _('Knight of swords'),
  E12: () => _('King of swords'),
  B1: () => _('Ace of clubs'),
  B2: () => _('Two of clubs'),
  B3: () => _('Three of clubs'),
  B4: () => _('Four of clubs'),
  B5: () => _('Five of clubs'),
  B6: () => _('Six of clubs'),
  B7: () => _('Seven of clubs'),
  B8: () => _('Eight of clubs'),
  B9: () => _('Nine of clubs'),
  B10: () => _('Jack of clubs'),
  B11: () => _('Knight of clubs'),
  B12: () => _('King of clubs'),
};

/** @type {Record<string, () => string>} */
const SUITS = {
  O: () => _('Coins'),
  C: () => _('Cups'),
  E: () => _('Swords'),
  B: () => _('Clubs'),
};

/** @type {Record<string, number>} */
const POINTS = { 1: 11, 3: 10, 12: 4, 11: 3, 10: 2 };

/**
 * The name of a card, to begin a text with.
 * @param {string} code
 * @returns {string}
 */
export function cardName(code) {
  return NAMES[code]?.() ?? code;
}

/**
 * The name of a card within a sentence.
 * @param {string} code
 * @returns {string}
 */
export function cardInText(code) {
  const name = cardName(code);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * The name of a suit.
 * @param {string} suit
 * @returns {string}
 */
export function suitName(suit) {
  return SUITS[suit]?.() ?? suit;
}

/**
 * Card points, by the usual table.
 * @param {string} code
 * @returns {number}
 */
export function pointsOf(code) {
  return POINTS[code.slice(1)] ?? 0;
}
