/**
 * Names of the cards; one text each, so that every language can say them as its players do. Also
 * what the pack of the table is: French faces, other ranks and points.
 */
import { gettext as _, ngettext, pgettext } from '../../lib/i18n.js';
import { preferences } from '../../lib/preferences.js';
import { frenchRank } from '../../lib/sprites.js';

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

/** @type {Record<string, () => string>} */
const FRENCH_SUITS = {
  O: () => _('Diamonds'),
  C: () => _('Hearts'),
  E: () => _('Spades'),
  B: () => pgettext('French suit', 'Clubs'),
};

/** @type {Record<string, (rank: string) => string>} */
const FRENCH_NAMES = {
  O: (rank) => _('%(rank)s of diamonds', { rank }),
  C: (rank) => _('%(rank)s of hearts', { rank }),
  E: (rank) => _('%(rank)s of spades', { rank }),
  B: (rank) => pgettext('French suit', '%(rank)s of clubs', { rank }),
};

/** @type {Record<string, string>} */
const FRENCH_MARKS = { O: '\u2666', C: '\u2665', E: '\u2660', B: '\u2663' };

/** @type {Record<string, () => string>} */
const RANKS = {
  1: () => _('Ace'),
  2: () => _('Two'),
  3: () => _('Three'),
  4: () => _('Four'),
  5: () => _('Five'),
  6: () => _('Six'),
  7: () => _('Seven'),
  8: () => _('Eight'),
  9: () => _('Nine'),
  10: () => _('Jack'),
  11: () => _('Knight'),
  12: () => _('King'),
};

/** Where the ten is a ten: all 52 French cards. @type {Record<string, () => string>} */
const RANKS_52 = {
  10: () => _('Ten'),
  11: () => _('Jack'),
  12: () => _('Queen'),
  13: () => _('King'),
};

/** Ranks from high to low, and their points, by the option `ranks`. @type {Record<string, {order: number[], points: Record<string, number>}>} */
const TABLES = {
  std: { order: [1, 3, 12, 11, 10, 9, 8, 7, 6, 5, 4, 2], points: { 1: 11, 3: 10, 12: 4, 11: 3, 10: 2 } },
  swap_3_7: { order: [1, 7, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2], points: { 1: 11, 7: 10, 12: 4, 11: 3, 10: 2 } },
  tuscan: { order: [1, 3, 12, 10, 11, 9, 8, 7, 6, 5, 4, 2], points: { 1: 11, 3: 10, 12: 4, 10: 3, 11: 2 } },
};
/** In all 52 the courts come twice: king and ten, queen and nine, jack and eight. @type {Record<string, number[]>} */
const TWICE = { 12: [13, 10], 11: [12, 9], 10: [11, 8], 9: [], 8: [] };

const FEW = 4;
const SPANISH = { french: 'off', ranks: 'std' };
let pack = SPANISH;

/**
 * Say which pack is played with; what is asked afterwards is about that one.
 * @param {Record<string, any>} rules the options of the table
 */
export function setPack(rules) {
  pack = {
    french: rules['deck.french'] ?? 'off',
    ranks: rules.ranks === 'lombard' ? 'swap_3_7' : (rules.ranks ?? 'std'),
  };
}

/**
 * Return a hand as one holds it: many cards by suit and from the highest, a few as they came.
 * @param {string[]} cards
 * @returns {string[]}
 */
export function sorted(cards) {
  if (cards.length <= FEW) return cards;
  const order = rankOrder();
  const place = (/** @type {string} */ card) =>
    'OCEB'.indexOf(card.charAt(0)) * 100 + order.indexOf(Number(card.slice(1)));
  return [...cards].sort((a, b) => place(a) - place(b));
}

/**
 * Return which French cards stand for the Spanish ones; null where the faces are Spanish. What shows French
 * faces is spoken of as such too, whether the game or the player wants them.
 */
export function frenchFaces() {
  if (pack.french !== 'off') return pack.french;
  return preferences.value.deck === 'french' ? 'kqj' : null;
}

function table() {
  const found = /** @type {{order: number[], points: Record<string, number>}} */ (TABLES[pack.ranks] ?? TABLES.std);
  if (pack.french !== 'all52') return found;
  /** @type {Record<string, number>} */
  const points = {};
  for (const [rank, worth] of Object.entries(found.points))
    for (const one of TWICE[rank] ?? [Number(rank)]) points[one] = worth;
  return { order: found.order.flatMap((rank) => TWICE[rank] ?? [rank]), points };
}

/** Return all ranks, the highest first. */
export function rankOrder() {
  return table().order;
}

/**
 * Return the name of a card, to begin a text with.
 * @param {string} code
 * @returns {string}
 */
export function cardName(code) {
  const faces = frenchFaces();
  if (!faces) return NAMES[code]?.() ?? code;
  const rank = code.slice(1);
  const name = FRENCH_NAMES[code.charAt(0)]?.(rankName(Number(rank))) ?? code;
  const printed = frenchRank(code, faces);
  const plain = printed === rank || (faces === 'kqj' && printed !== 'Q') || faces === 'all52';
  return plain ? name : `${name} (${printed})`;
}

/**
 * Return the name of a card within a sentence.
 * @param {string} code
 * @returns {string}
 */
export function cardInText(code) {
  return lower(cardName(code));
}

/** The names of ranks whose article is not that of the others, where a language has more than one. @type {Record<string, (card: string) => string>} */
const ARTICLES = {
  Ace: (card) => pgettext('the ace', 'the %(card)s', { card }),
  Jack: (card) => pgettext('the jack', 'the %(card)s', { card }),
  Queen: (card) => pgettext('the queen', 'the %(card)s', { card }),
  Eight: (card) => pgettext('the eight', 'the %(card)s', { card }),
};

/**
 * Return a card within a sentence, with its article.
 * @param {string} code
 * @returns {string}
 */
export function theCard(code) {
  const rank = Number(code.slice(1));
  const all52 = pack.french === 'all52';
  /** @type {Record<number, string>} */
  const kinds = all52 ? { 1: 'Ace', 8: 'Eight', 11: 'Jack', 12: 'Queen' } : { 1: 'Ace', 8: 'Eight', 10: 'Jack' };
  const card = cardInText(code);
  return ARTICLES[kinds[rank] ?? '']?.(card) ?? pgettext('the card', 'the %(card)s', { card });
}

/**
 * Return a card that is played, within a sentence: with its article, and its points where it has any.
 * @param {string} code
 * @returns {string}
 */
export function playedCard(code) {
  const points = pointsOf(code);
  if (!points) return theCard(code);
  return ngettext('%(card)s, %(n)s point', '%(card)s, %(n)s points', points, { card: theCard(code) });
}

/**
 * Return the name of a suit.
 * @param {string} suit
 * @returns {string}
 */
export function suitName(suit) {
  return (frenchFaces() ? FRENCH_SUITS : SUITS)[suit]?.() ?? suit;
}

/**
 * Return the sign of a suit as it is printed on French cards.
 * @param {string} suit
 * @returns {string}
 */
export function suitMark(suit) {
  return FRENCH_MARKS[suit] ?? '';
}

/**
 * Return the name of a rank, to begin a text with.
 * @param {number} rank
 * @returns {string}
 */
export function rankName(rank) {
  const names = pack.french === 'all52' ? { ...RANKS, ...RANKS_52 } : RANKS;
  return names[rank]?.() ?? String(rank);
}

/**
 * Return what is printed on the cards of a rank.
 * @param {number} rank
 * @returns {string}
 */
export function rankMark(rank) {
  const faces = frenchFaces();
  return faces ? frenchRank(`O${rank}`, faces) : String(rank);
}

/**
 * Return card points.
 * @param {string} code
 * @returns {number}
 */
export function pointsOf(code) {
  return table().points[code.slice(1)] ?? 0;
}

/** @param {string} text */
export function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
