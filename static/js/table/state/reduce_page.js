/** Describe what belongs to one page of a table alone, and how events change it. Pure. */

/**
 * @typedef {import('./reduce.js').State} State
 * @typedef {import('../protocol.js').Trick} Trick
 * @typedef {import('../../lib/fairness.js').Finding} Finding
 *
 * @typedef {object} Page
 * @property {"connecting" | "open" | "lost" | "ended"} link
 * @property {string | null} reason why the connection ended
 * @property {number | null} lostAt when the connection was lost, ms of the page's own clock: clocks stand still
 *
 * @property {string | null} chosen a card chosen ahead, or for the second tap
 * @property {boolean} arrastre whether the trump ace goes with the announcement
 * @property {number | null} points the bid that is being made ready
 * @property {string | null} suit the suit that is about to be called
 * @property {number | null} rank the rank that goes with it
 * @property {string[]} away cards chosen to be put away
 * @property {number | null} cutAt where the deck is about to be cut, cards from the top
 * @property {string | null} going a card on its way that can still be taken back
 *
 * @property {string} notice a sentence that takes the place of `line` until something happens
 * @property {string[]} log the sentences of the match, the newest last
 * @property {import('../speech/trick_log.js').Block[]} account the same, trick by trick
 * @property {string} said the newest sentences, for the polite live region
 * @property {string} line as many of them as there is room for over the hand
 * @property {string} alert a sentence for the assertive live region
 *
 * @property {"keys" | "settings" | "table" | "watching" | "resign" | "draw" | "pause" | "claim" | "leave" | "hosting" | null} dialog
 * @property {number | null} hostSeat the seat whose person the host decides about
 * @property {"log" | "chat" | "table"} tab of the rail
 * @property {boolean} dismissed whether the end of this deal was put away
 *
 * @property {Trick | null} held a complete trick that is still shown
 * @property {{seat: number, hands: string[][]} | null} laid cards that were claimed, while they are shown
 * @property {string[]} coming cards on their way from the deck, whose faces are not seen yet
 * @property {{seq: number, card: string} | null} hint the card that the expert would play at that point
 * @property {{deal: number, finding: Finding | undefined} | null} proof the latest check of a deal
 * @property {Record<string, Finding | undefined>} proofs the checks of this page, by match and deal
 *
 * @typedef {{t: 'set', part: Partial<Page>}
 *   | {t: 'link', link: Page['link'], reason?: string, now: number}
 *   | {t: 'view', next: State, last: number | undefined}
 *   | {t: 'gathered', trick: Trick}
 *   | {t: 'nak', message: string}
 *   | {t: 'proof', match: string | null, deal: number, finding: Finding | undefined}} PageEvent
 *   `set`: a choice of who looks on, or what is shown of an event; `link`: what has become of the connection,
 *   `now` in ms; `view`: a new view of the match, `last` is the deal of the one before; `gathered`: the time
 *   of a trick that was held is over; `nak`: something was refused; `proof`: a deal was checked
 */

/** Choices of who is to act, as they are before any. */
const UNCHOSEN = { chosen: null, arrastre: false, points: null, suit: null, rank: null, away: [], cutAt: null };

/** @type {Page} */
export const initialPage = {
  ...UNCHOSEN,
  link: 'connecting',
  reason: null,
  lostAt: null,
  going: null,
  notice: '',
  log: [],
  account: [],
  said: '',
  line: '',
  alert: '',
  dialog: null,
  hostSeat: null,
  tab: 'log',
  dismissed: false,
  held: null,
  laid: null,
  coming: [],
  hint: null,
  proof: null,
  proofs: {},
};

/**
 * Return the page's state after an event.
 * @param {Page} page
 * @param {PageEvent} event
 * @returns {Page}
 */
export function reducePage(page, event) {
  switch (event.t) {
    case 'set':
      return { ...page, ...event.part };
    case 'link': {
      const { link, reason, now } = event;
      return { ...page, link, reason: (link === 'ended' && reason) || null, lostAt: link === 'lost' ? (page.lostAt ?? now) : null };
    }
    case 'view':
      return afterView(page, event.next, event.last);
    case 'gathered':
      return page.held === event.trick ? { ...page, held: null } : page;
    case 'nak':
      return { ...page, notice: event.message, chosen: null };
    case 'proof': {
      const { match, deal, finding } = event;
      return { ...page, proof: { deal, finding }, proofs: { ...page.proofs, [`${match}:${deal}`]: finding } };
    }
  }
}

/**
 * Leave a trick that is shown for the next one, and the choices of a deal for those of the next.
 * @param {Page} page
 * @param {State} next
 * @param {number | undefined} last the deal of the view before
 * @returns {Page}
 */
function afterView(page, { view, events, fresh }, last) {
  const held = fresh || view?.trick?.plays.length ? null : page.held;
  if (view?.deal === last) return { ...page, held };
  const claimed = !fresh && events.some((event) => event.type === 'claimed');
  return { ...page, ...UNCHOSEN, held, dismissed: false, laid: claimed ? page.laid : null };
}
