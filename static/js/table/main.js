/** The page of a table: socket, state and drawing, put together. */
import { gettext as _ } from '../lib/i18n.js';
import { lazily } from '../lib/lazy.js';
import { moving, on } from '../lib/preferences.js';
import { render } from '../lib/lit.js';
import { roving } from '../lib/roving.js';
import { batch, effect } from '../lib/signals.js';
import { beforePaint, soon } from '../lib/tasks.js';
import { setPack } from './speech/cardnames.js';
import { heard } from './chat/chat.js';
import { connector } from './connector.js';
import { cutByHabit } from './input/cut.js';
import { fairness } from './fairness/shuffle_exchange.js';
import { fetchContractTexts } from './speech/fetch_texts.js';
import { commands, connectIntents, newId, playChosen, remember, remembered } from './input/intents.js';
import { feel, hear, listening } from './feedback.js';
import { PROTO } from './proto.js';
import { initial, nextEnd, reduce, timeLeft } from './state/reduce.js';
import { ownSeat, yourMove } from './state/selectors.js';
import { UNCHOSEN, clockTime, page, show, state } from './state/store.js';
import { callCutter, tell } from './speech/announcements.js';
import { killedTrick } from './state/tricks.js';
import { setRules } from './views/menu.js';
import { tableView } from './views/table.js';

const TICK = 500;
/** When a page rests that has just come, ms. */
const REST = 3000;
/** How long what is gone from the table stays in sight: a trick, one in which the three was killed, a claim, ms. */
const SEEN = { trick: 700, killed: 2000, claim: 2600 };
/** How long a connection is lost before it is said: most come back sooner, ms. */
const QUIET = 1000;
/** Time left of which one is warned, ms. */
const HURRY = 10_000;
/** Drawing and layout are one task only where drawing has taken less, ms. */
const SLICE = 20;
/** When the face of a card that is drawn is needed, ms: it shows half way. */
const FACE = 60;
/** When to ask after a session that is said to be over, ms: its successor is on its way. */
const ASK = [500, 1500, 3000];

const data = JSON.parse(document.querySelector('#table-data')?.textContent ?? '{}');
const root = /** @type {HTMLElement} */ (document.querySelector('#content'));
const title = document.title;
const now = () => performance.now();

state.value = { ...initial(data.table, now()), pending: remembered(data.table.match) };
setRules(data.rules);
setPack(data.table.rules);

/** @type {{group: HTMLElement, rove: ReturnType<typeof roving>} | null} */
let hand = null;
let opened = '';
/** @type {HTMLElement | null} */
let backTo = null;
let lines = 0;
let cutting = false;

/** Draw the page as its state is. */
function draw() {
  const focused = hand?.group.contains(document.activeElement) || Boolean(document.activeElement?.closest('.acts'));
  const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.code;
  // A button that goes with the focus on it would have the browser lay out the page between.
  if (focused && held && !state.value.view?.hand.includes(held)) hand?.group.focus({ preventScroll: true });
  render(tableView(data.title), root);
  const group = root.querySelector('.hand');
  if (group instanceof HTMLElement && group !== hand?.group) {
    hand?.rove.stop();
    hand = { group, rove: roving(group) };
  } else hand?.rove.refresh();
  if (focused) soon(refocus);
  focusDialog();
  focusCut();
  const log = root.querySelector('.log');
  if (log && lines !== page.value.log.length) log.scrollTop = log.scrollHeight;
  lines = page.value.log.length;
  document.title = yourMove() ? `${_('Your turn')} · ${title}` : title;
}

/** The focus goes on in the hand when its card, or a button beside it, has left; after the page is laid out, which it needs. */
function refocus() {
  if (![document.body, hand?.group].includes(/** @type {HTMLElement} */ (document.activeElement))) return;
  /** @type {HTMLElement | null} */ (hand?.group.querySelector('[tabindex="0"]') ?? null)?.focus({ preventScroll: true });
}

/** What opens takes the focus, and gives it back. */
function focusDialog() {
  const dialog = root.querySelector('#open-dialog, #end-dialog');
  const id = dialog?.id ?? '';
  if (id === opened) return;
  if (dialog instanceof HTMLElement) {
    if (!opened) backTo = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement} */ (dialog.querySelector('#end-title') ?? dialog).focus({ preventScroll: true });
  } else if (backTo?.isConnected) backTo.focus({ preventScroll: true });
  opened = id;
}

/** Move the focus to the slider of who is to cut, unless they are busy elsewhere; after the cut, to the hand. */
function focusCut() {
  const slider = root.querySelector('#cut-at');
  const busy = document.activeElement?.closest('input, textarea, .rail, .pop, [role=dialog]');
  if (slider instanceof HTMLElement && !cutting && !busy) slider.focus({ preventScroll: true });
  if (cutting && !slider && document.activeElement === document.body) hand?.group.focus({ preventScroll: true });
  cutting = slider !== null;
}

root.replaceChildren();
effect(draw);
if (!('popover' in HTMLElement.prototype)) void import('../lib/popover.js').catch(() => undefined);

/** What lets cards move comes while the socket opens. Until it is there, they are where they belong. */
const moves = lazily(() =>
  import('./motion/moves.js').then((come) => {
    come.hurrying(root);
    come.dragging(root);
    return come;
  }),
);
moves();

// -- what comes from the server ----------------------------------------------------------------

/** @type {ReturnType<typeof setTimeout> | undefined} */
let holding;

/**
 * Show a trick that is complete until it has been read, then gather it.
 * @param {import('./protocol.js').Trick} trick
 * @param {number} [still] ms
 */
function hold(trick, still = SEEN.trick) {
  clearTimeout(holding);
  show({ held: trick });
  const away = () => {
    if (page.value.held === trick) show({ held: null });
  };
  holding = setTimeout(() => {
    if (page.value.held !== trick || state.value.view?.trick?.plays.length) away();
    else {
      const mover = moves();
      if (mover) mover.collect(root, trick.winner ?? 0, away);
      else away();
    }
  }, still);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let laying;

/**
 * Show the cards that were claimed, before the deal is counted.
 * @param {import('./protocol.js').Event} claim
 */
function lay(claim) {
  clearTimeout(laying);
  show({ laid: { seat: claim.seat, hands: claim.hands }, held: null });
  laying = setTimeout(() => show({ laid: null }), SEEN.claim);
}

/** Lets the cards of the last message set out, if they have not yet. */
let setOut = () => {};

/** @param {any} message */
function receive(message) {
  if (message.t === 'p') {
    if (typeof message.seq === 'number' && message.seq > state.value.seq)
      socket.send({ t: 'sync', have: have() });
    return;
  }
  if (message.t === 'chat') {
    heard(message, state.value.table.you.player);
    return;
  }
  if (message.t === 'hint') {
    void import('./speech/hint.js').then(({ told }) => told(message));
    return;
  }
  const next = reduce(state.value, message, now());
  if (next === state.value) return;
  const story = message.t === 'state' && next.view !== null && !next.fresh;
  setOut();
  const mover = story ? moves() : null;
  const before = mover?.scene(root);
  const began = now();
  // However much a message changes, the page is drawn once; the cards set out in a task of its own.
  batch(() => take(message, next));
  if (!mover || !before) return;
  const layOut = () => void root.offsetWidth;
  if (now() - began < SLICE) layOut();
  else soon(layOut);
  setOut = beforePaint(() => mover.animate(root, before, next.events));
}

/**
 * Let a message change the page.
 * @param {any} message
 * @param {import('./state/reduce.js').State} next the state after it
 */
function take(message, next) {
  const dealt = state.value.view?.deal;
  const moved = yourMove();
  if (message.t === 'state' && !next.fresh) linger(next);
  state.value = next;
  remember();
  if (message.t === 'fair') {
    shuffles.told(message);
    cutByHabit();
    callCutter();
  }
  if (message.t === 'ack') {
    quietly.get(message.id)?.();
    quietly.delete(message.id);
  }
  if (message.t === 'nak' && !quietly.delete(message.id)) {
    show({ notice: message.message, chosen: null });
    hear('refused');
  }
  if (message.t !== 'state' || !next.view) return;
  shuffles.viewed(message.match, next.view, next.events, next.fresh);
  if (next.fresh || next.view.trick?.plays.length) show({ held: null });
  if (!next.fresh) come(next.events);
  if (dealt !== next.view.deal) {
    const claimed = !next.fresh && next.events.some((event) => event.type === 'claimed');
    show({ dismissed: false, ...UNCHOSEN, laid: claimed ? page.value.laid : null });
  }
  feel(next.fresh ? [] : next.events, yourMove() && !moved);
  passing();
  tell();
  playChosen();
}

/**
 * A card that one draws comes with its back up: its face, which takes time to be drawn, is drawn on
 * the way, in a task of its own.
 * @param {import('./protocol.js').Event[]} events
 */
function come(events) {
  const coming = moving() ? events.flatMap(({ type, card }) => (type === 'card_drawn' && card ? [card] : [])) : [];
  if (!coming.length) return;
  show({ coming });
  setTimeout(() => show({ coming: [] }), FACE);
}

/**
 * What the new view no longer has stays in sight until it has been read: a claim, or a trick.
 * @param {import('./state/reduce.js').State} next
 */
function linger({ events, view }) {
  const claim = events.find((event) => event.type === 'claimed');
  const killed = killedTrick(state.value.view?.trick, events);
  if (claim) lay(claim);
  if (killed) hold(killed, SEEN.killed);
  else if (view?.last_trick && events.some((event) => event.type === 'trick_taken')) hold(view.last_trick);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let ending;

/** Take away in time what is shown for a moment. */
function passing() {
  clearTimeout(ending);
  const end = nextEnd(state.value);
  if (end === null) return;
  ending = setTimeout(
    () => {
      state.value = reduce(state.value, { t: 'tick' }, now());
      passing();
    },
    Math.max(0, end - now()) + 20,
  );
}

/** The last seq that this page has; null before any. */
function have() {
  return state.value.seq < 0 ? null : state.value.seq;
}

/** @type {ReturnType<typeof setTimeout> | undefined} Says that the connection is lost, unless it comes back before. */
let quiet;
let lost = false;

/**
 * Messages that the player knows nothing of, nor of their refusal; what to do once they are taken.
 * @type {Map<string, () => void>}
 */
const quietly = new Map();

const shuffles = fairness({
  send: (message, taken = () => {}) => {
    const id = newId();
    quietly.set(id, taken);
    socket.send({ ...message, id });
  },
  table: () => ({ seat: ownSeat(), players: state.value.table.players, rules: state.value.table.rules }),
  found: (deal, finding) => {
    const proofs = { ...page.value.proofs, [`${state.value.match}:${deal}`]: finding ?? undefined };
    show({ proof: { deal, finding: finding ?? undefined }, proofs });
  },
  memory: storage(),
});

/** The browser's memory, where it lets the page have one. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Whether this browser is signed in as before, under another session: its page need not close. */
async function still() {
  for (const wait of ASK) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      const answer = await fetch('/accounts/who/', { cache: 'no-store' });
      if (answer.ok && (await answer.text()) === document.body.dataset.account) return true;
    } catch {
      // asked again, or it is over
    }
  }
  return false;
}

// Nothing is told before there are words for it.
await fetchContractTexts(data.table.rules);

const socket = connector.open({
  still: 'account' in document.body.dataset ? still : undefined,
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${data.ws_path}`,
  hello: () => ({ t: 'hello', proto: PROTO, have: have() }),
  beat: () => ({ t: 'p', have: have() }),
  again: () => [...commands(), ...state.value.pending.map(({ id, base, a }) => ({ t: 'act', id, base, a }))],
  onMessage: receive,
  answered: ['act', 'do', 'p'],
  onState: (link, reason) => {
    const lostAt = link === 'lost' ? (page.value.lostAt ?? now()) : null;
    show({ link, reason: link === 'ended' ? (reason ?? null) : null, lostAt });
    if (link === 'open') shuffles.again();
    if (link === 'lost') {
      quiet ??= setTimeout(() => {
        lost = true;
        show({ notice: _('No connection. We keep trying.') });
      }, reason === 'silent' ? 0 : QUIET);
      return;
    }
    clearTimeout(quiet);
    quiet = undefined;
    if (link === 'open' && lost) {
      lost = false;
      show({ notice: _('Back again.') });
    }
  },
});
connectIntents(socket.send);
document.addEventListener('visibilitychange', () => document.hidden || socket.retry());
window.addEventListener('online', socket.retry);
window.addEventListener('offline', socket.probe);

// -- what comes from the player ----------------------------------------------------------------

/** @type {typeof import('./input/keys.js').pressed | null} */
let pressed = null;

/** Single keys are fetched with the first of them, and once the page rests where there may be a keyboard. */
const fetchKeys = () => import('./input/keys.js').then((keys) => (pressed = keys.pressed));
if (matchMedia('(any-hover: hover)').matches) setTimeout(() => void fetchKeys().catch(() => undefined), REST);
/** @type {Promise<void> | null} Single keys that were pressed before they were there, one after another. */
let early = null;
document.addEventListener('keydown', (event) => {
  const go = (/** @type {number} */ index) => hand?.rove.go(index);
  const writes = /** @type {Element} */ (event.target).matches('input, textarea, select');
  if (pressed) pressed(event, go);
  else if (early && !writes && ['Enter', ' '].includes(event.key)) {
    event.preventDefault(); // what it is for is only chosen by the key before it
    early = early.then(() => /** @type {HTMLElement | null} */ (document.activeElement)?.click());
  } else early = (early ?? Promise.resolve()).then(fetchKeys).then((act) => act(event, go)).catch(() => undefined);
});
listening();

// -- time --------------------------------------------------------------------------------------

setInterval(() => {
  const { table, view, seq } = state.value;
  const left = timeLeft(state.value, clockTime());
  if (left && yourMove() && (!left.turn || left.turn + left.bank < HURRY))
    void import('./speech/turn_warnings.js').then(({ warnOfTime }) => warnOfTime(left, seq), () => undefined);
  const counting = left || view?.phase === 'cut' || table.starts_in_ms !== null || table.next_in_ms !== null;
  if (counting && !document.hidden && view?.phase !== 'match_over') draw();
}, TICK);

effect(() => {
  document.body.toggleAttribute('data-still', !on('motion'));
});
