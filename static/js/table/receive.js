/** Take what the server sends: change the state by it, let cards move, and announce it. */
import { isSimple } from '../lib/simple_view.js';
import { batch } from '../lib/signals.js';
import { beforePaint, soon } from '../lib/tasks.js';
import { receiveChat } from './chat/chat.js';
import { answersShuffle, shuffles } from './fairness/page_shuffles.js';
import { giveFeedback, playSounds } from './feedback.js';
import { cutByHabit } from './input/cut.js';
import { playChosen, savePending, send } from './input/intents.js';
import { motion } from './motion/lazy_motion.js';
import { delayFaces, expireBubbles, linger } from './motion/lingering.js';
import { root } from './page_data.js';
import { announce, announceCut, announceTable } from './speech/announcements.js';
import { reduce } from './state/reduce.js';
import { yourMove } from './state/selectors.js';
import { dispatch, state } from './state/store.js';

/** Drawing and layout are one task only where drawing has taken less, ms. */
const SLICE = 20;

/** Lets the cards of the last message set out, if they have not yet. */
let setOut = () => {};

/** Return the last sequence number that this page has; null before any. */
export function lastSeq() {
  return state.value.seq < 0 ? null : state.value.seq;
}

/**
 * Take a message of the server.
 * @param {any} message
 */
export function receive(message) {
  if (message.t === 'p') {
    if (typeof message.seq === 'number' && message.seq > state.value.seq) send({ t: 'sync', have: lastSeq() });
  } else if (message.t === 'chat') void (isSimple || receiveChat(message, state.value.table.you.player));
  else if (message.t === 'hint') void import('./speech/hint.js').then(({ showHint }) => showHint(message));
  else {
    const next = reduce(state.value, message, performance.now());
    if (next !== state.value) apply(message, next);
  }
}

/**
 * Draw a message once, however much it changes; then let the cards set out, in a task of its own.
 * @param {any} message
 * @param {import('./state/reduce.js').State} next the state after it
 */
function apply(message, next) {
  setOut();
  const moves = message.t === 'state' && next.view !== null && !next.fresh ? motion() : null;
  const before = moves?.scene(root);
  const began = performance.now();
  batch(() => take(message, next));
  if (!moves || !before) return;
  const layOut = () => void root.offsetWidth;
  if (performance.now() - began < SLICE) layOut();
  else soon(layOut);
  setOut = beforePaint(() => moves.animate(root, before, next.events));
}

/**
 * Let a message change the state, and do what follows from it.
 * @param {any} message
 * @param {import('./state/reduce.js').State} next the state after it
 */
function take(message, next) {
  const { view, table } = state.value;
  const moved = yourMove();
  if (message.t === 'state' && !next.fresh) linger(next);
  state.value = next;
  savePending();
  if (message.t === 'table') void announceTable(table, next.table);
  else if (message.t === 'fair') {
    void shuffles.receive(message);
    cutByHabit();
    announceCut();
  } else if (message.t === 'ack' || message.t === 'nak') answered(message);
  else if (message.t === 'state' && next.view) viewed(message.match, next.view, next, view?.deal, moved);
}

/** @param {{t: 'ack' | 'nak', id: string, message: string}} answer */
function answered(answer) {
  if (answersShuffle(answer) || answer.t === 'ack') return;
  dispatch({ t: 'nak', message: answer.message });
  playSounds('refused');
}

/**
 * Show, announce and play on from a new view.
 * @param {string} match
 * @param {import('./protocol.js').View} view
 * @param {import('./state/reduce.js').State} next
 * @param {number | undefined} last the deal of the view before
 * @param {boolean} moved whether it was one's turn before
 */
function viewed(match, view, next, last, moved) {
  const events = next.fresh ? [] : next.events;
  shuffles.observe(match, view, next.events, next.fresh);
  delayFaces(events);
  dispatch({ t: 'view', next, last });
  giveFeedback(events, yourMove() && !moved);
  expireBubbles();
  announce();
  playChosen();
}
