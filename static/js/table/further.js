/**
 * The words of auctions, contracts, marriages and talk between partners: fetched for the games that
 * have them, before anything of these is told, and for no other.
 */

/** @type {typeof import('./words.js') | null} */
let words = null;

/** The words, where they are there. */
export function further() {
  return words;
}

/**
 * Whether something in a game of these rules is told in further words.
 * @param {Record<string, any>} rules
 */
export function needsFurther(rules) {
  return ['auction.kind', 'marriage.mode', 'talk.mode'].some((name) => (rules[name] ?? 'none') !== 'none') || rules.muerte === true;
}

/**
 * Fetch them where they are needed. Without them the game goes on, with less to say.
 * @param {Record<string, any>} rules
 * @param {boolean} [needed]
 */
export async function fetchFurther(rules, needed = needsFurther(rules)) {
  if (!needed || words) return;
  try {
    words = await import('./words.js');
    words.setSigns(rules);
  } catch {
    // the next table fetches them
  }
}
