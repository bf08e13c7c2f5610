/** Show for a moment what the newest view no longer has, or does not have yet. */
import { moving } from '../../lib/preferences.js';
import { root } from '../page_data.js';
import { nextEnd, reduce } from '../state/reduce.js';
import { dispatch, page, show, state } from '../state/store.js';
import { killedTrick } from '../state/tricks.js';
import { motion } from './lazy_motion.js';

/** How long a trick stays in sight, one in which the three was killed, and a claim, ms. */
const SHOWN = { trick: 700, killed: 2000, claim: 2600 };
/** When the face of a card that is drawn is needed, ms: it shows half way. */
const FACE = 60;

/** @typedef {ReturnType<typeof setTimeout> | undefined} Timer */

/** @type {{trick: Timer, claim: Timer, bubbles: Timer}} What takes each away again. */
const timers = { trick: undefined, claim: undefined, bubbles: undefined };

/**
 * Keep a claim or a trick that the new view no longer has in sight until it has been read.
 * @param {import('../state/reduce.js').State} next
 */
export function linger({ events, view }) {
  const claim = events.find((event) => event.type === 'claimed');
  const killed = killedTrick(state.value.view?.trick, events);
  if (claim) showClaim(claim);
  if (killed) holdTrick(killed, SHOWN.killed);
  else if (view?.last_trick && events.some((event) => event.type === 'trick_taken')) holdTrick(view.last_trick, SHOWN.trick);
}

/**
 * Show a trick that is complete until it has been read, then gather it.
 * @param {import('../protocol.js').Trick} trick
 * @param {number} ms
 */
function holdTrick(trick, ms) {
  clearTimeout(timers.trick);
  show({ held: trick });
  timers.trick = setTimeout(() => {
    const gathered = () => dispatch({ t: 'gathered', trick });
    const moves = page.value.held === trick && !state.value.view?.trick?.plays.length && motion();
    if (moves) moves.collect(root, trick.winner ?? 0, gathered);
    else gathered();
  }, ms);
}

/**
 * Show the cards that were claimed, before the deal is counted.
 * @param {import('../protocol.js').Event} claim
 */
function showClaim(claim) {
  clearTimeout(timers.claim);
  show({ laid: { seat: claim.seat, hands: claim.hands }, held: null });
  timers.claim = setTimeout(() => show({ laid: null }), SHOWN.claim);
}

/**
 * Show cards that one draws by their backs first: their faces, which take time to be drawn, are drawn
 * on the way, in a task of its own.
 * @param {import('../protocol.js').Event[]} events
 */
export function delayFaces(events) {
  const coming = moving() ? events.flatMap(({ type, card }) => (type === 'card_drawn' && card ? [card] : [])) : [];
  if (!coming.length) return;
  show({ coming });
  setTimeout(() => show({ coming: [] }), FACE);
}

/** Take away bubbles, and the draw of the dealer, when their time is over. */
export function expireBubbles() {
  clearTimeout(timers.bubbles);
  const end = nextEnd(state.value);
  if (end === null) return;
  timers.bubbles = setTimeout(() => {
    state.value = reduce(state.value, { t: 'tick' }, performance.now());
    expireBubbles();
  }, Math.max(0, end - performance.now()) + 20);
}
