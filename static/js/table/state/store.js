/** The one state of the page, and what belongs to the page alone: the choice, the dialog, the talk. */
import { signal } from '../../lib/signals.js';

/**
 * @typedef {import('./reduce.js').State} State
 * @typedef {object} Page
 * @property {"connecting" | "open" | "lost" | "ended"} link
 * @property {string | null} reason why it ended
 * @property {number | null} lostAt when the connection was lost, ms of the page's own clock: clocks stand still
 * @property {string | null} chosen a card chosen ahead, or for the second tap
 * @property {boolean} arrastre the trump ace goes with the announcement
 * @property {string} notice the sentence line, when it is not the account
 * @property {string[]} log what was said, the newest last
 * @property {import('../speech/trick_log.js').Block[]} account the same, trick by trick
 * @property {string} said the newest of it
 * @property {string} line as much of that as there is room for
 * @property {string} alert for the assertive region
 * @property {"keys" | "settings" | "table" | "watching" | "resign" | "draw" | "pause" | "claim" | null} dialog
 * @property {"log" | "chat" | "table"} tab
 * @property {boolean} dismissed the end of this deal was put away
 * @property {import('../protocol.js').Trick | null} held a complete trick that is still shown
 * @property {number | null} points the bid that is being made ready
 * @property {string | null} suit the suit that is about to be called
 * @property {number | null} rank the rank that goes with it
 * @property {number | null} cutAt where the deck is about to be cut, cards from the top
 * @property {{deal: number, finding: import('../../lib/fairness.js').Finding | undefined} | null} proof the check of a deal
 * @property {Record<string, import('../../lib/fairness.js').Finding | undefined>} proofs the checks of this page, by match and deal
 * @property {string[]} away cards chosen to be put away
 * @property {string | null} going a card on its way that can still be taken back
 * @property {{seq: number, card: string} | null} hint the card that the expert would play then
 * @property {{seat: number, hands: string[][]} | null} laid what was claimed, while it is shown
 * @property {string[]} coming cards on their way from the deck, whose faces are not seen yet
 */

/** @type {Page} */
const FIRST = {
  link: 'connecting',
  reason: null,
  lostAt: null,
  chosen: null,
  arrastre: false,
  notice: '',
  log: [],
  account: [],
  said: '',
  line: '',
  alert: '',
  dialog: null,
  tab: 'log',
  dismissed: false,
  held: null,
  points: null,
  suit: null,
  rank: null,
  away: [],
  cutAt: null,
  proof: null,
  proofs: {},
  going: null,
  hint: null,
  laid: null,
  coming: [],
};

/** What was being chosen, put back to nothing. */
export const UNCHOSEN = { chosen: null, arrastre: false, points: null, suit: null, rank: null, away: [], cutAt: null };

/** @type {import('../../lib/signals.js').Signal<State>} */
export const state = signal(/** @type {any} */ (null));
export const page = signal(FIRST);

/** @param {Partial<Page>} part */
export function show(part) {
  page.value = { ...page.value, ...part };
}

/** Return the time by which clocks are drawn, ms of the page's own clock: it stands still without a connection. */
export function clockTime() {
  return page.value.lostAt ?? performance.now();
}
