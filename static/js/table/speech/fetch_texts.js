/**
 * Fetch the texts that a table does not begin with: those of auctions, contracts, marriages and talk
 * for the games that have them, before anything of these is announced; and those of plays and endings later.
 */
import { contractTexts, lateTexts, setContractTexts, setLateTexts } from './lazy_texts.js';

/** The events whose sentences are among the late texts. */
const LATE = [
  ...['card_played', 'trick_taken', 'card_drawn', 'exchanged', 'exchange_armed'],
  ...['claimed', 'claim_failed', 'resigned', 'deal_ended', 'match_ended', 'offered', 'replied', 'taken_back', 'paused', 'resumed'],
];

/**
 * Return whether the sentences of some of these events are yet to be fetched.
 * @param {import('../protocol.js').Event[]} events
 */
export function needsLateTexts(events) {
  return !lateTexts() && events.some(({ type }) => LATE.includes(type));
}

/** Fetch the texts of plays and endings, which nobody needs before the first card. */
export async function fetchLateTexts() {
  try {
    if (!lateTexts()) setLateTexts(await import('./late_texts.js'));
  } catch {
    // it is tried again with the next event that needs them
  }
}

/**
 * Return whether a game of these rules needs the texts of contracts.
 * @param {Record<string, any>} rules
 */
function needsContractTexts(rules) {
  return ['auction.kind', 'marriage.mode', 'talk.mode'].some((name) => (rules[name] ?? 'none') !== 'none') || rules.muerte === true;
}

/**
 * Fetch the texts of contracts where the rules need them. Without them the game goes on, with less to say.
 * @param {Record<string, any>} rules
 * @param {boolean} [needed]
 */
export async function fetchContractTexts(rules, needed = needsContractTexts(rules)) {
  if (!needed || contractTexts()) return;
  try {
    const texts = await import('./contract_texts.js');
    texts.setSigns(rules);
    setContractTexts(texts);
  } catch {
    // the next table fetches them
  }
}
