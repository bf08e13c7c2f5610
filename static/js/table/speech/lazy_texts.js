/**
 * The words of auctions, contracts, marriages and talk between partners: fetched for the games that
 * have them, before anything of these is told, and for no other.
 */

/** @type {typeof import('./contract_texts.js') | null} */
let words = null;

/** The words, where they are there. */
export function further() {
  return words;
}

/** What is told in late words. */
const LATE = ['claimed', 'claim_failed', 'resigned', 'deal_ended', 'match_ended', 'offered', 'replied', 'taken_back', 'paused', 'resumed'];

/** @type {typeof import('./late_texts.js') | null} */
let lateWords = null;

/** The words of how deals and matches end, where they are there. */
export function late() {
  return lateWords;
}

/**
 * Whether events are to be told for which the words are yet to be fetched.
 * @param {import('../protocol.js').Event[]} events
 */
export function needsLate(events) {
  return !lateWords && events.some(({ type }) => LATE.includes(type));
}

/** Fetch the words of endings, which nobody needs before the first card. */
export async function fetchLate() {
  try {
    lateWords ??= await import('./late_texts.js');
  } catch {
    // it is tried again with the next event that needs them
  }
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
    words = await import('./contract_texts.js');
    words.setSigns(rules);
  } catch {
    // the next table fetches them
  }
}
