/** Turn what a player wants, by clicks, keys and drags, into messages. */
import { gettext as _ } from '../../lib/i18n.js';
import { on, preferences } from '../../lib/preferences.js';
import { batch } from '../../lib/signals.js';
import { cardInText } from '../speech/cardnames.js';
import { withPending, cardSent, timeLeft } from '../state/reduce.js';
import { legalAction, playable, rules, yourMove, yourTurn } from '../state/selectors.js';
import { clockTime, page, show, state } from '../state/store.js';
import { isSamePress, notePress } from './one_press.js';

/** How long a card can be taken back, ms, by who wants that. */
const REGRET = 1500;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let goingTimer;
/** @type {(message: object) => boolean} */
let sender = () => false;

/** @param {(message: object) => boolean} given */
export function connectIntents(given) {
  sender = given;
}

/**
 * Send a message; whether it went out.
 * @param {object} message
 */
export function send(message) {
  return sender(message);
}

/** Return an id that makes sending again safe. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {import('../protocol.js').Action} action */
export function act(action) {
  const id = newId();
  state.value = withPending(state.value, id, action);
  savePending();
  send({ t: 'act', id, base: Math.max(0, state.value.seq), a: action });
}

/** @type {Record<string, unknown>[]} */
const unsent = [];

/** @param {Record<string, unknown>} message */
const withoutId = ({ id: _, ...rest }) => JSON.stringify(rest);

/**
 * Do something at the table; without a connection, as before the first, once there is one: what is
 * tapped again meanwhile is meant once.
 * @param {string} cmd
 * @param {Record<string, unknown>} [fields]
 */
export function command(cmd, fields = {}) {
  const message = { t: 'do', id: newId(), cmd, ...fields };
  if (!send(message) && !unsent.some((one) => withoutId(one) === withoutId(message))) unsent.push(message);
}

/** Return what was to be done while there was no connection; it is handed out once. */
export function takeUnsent() {
  return unsent.splice(0);
}

/** Keep what is not acknowledged, so that a reload does not lose it. */
export function savePending() {
  try {
    const { pending, match } = state.value;
    sessionStorage.setItem('pending', JSON.stringify({ match, pending }));
  } catch {
    // the server has it, or it is chosen again
  }
}

/**
 * Return what was sent before a reload and not acknowledged.
 * @param {string | null} match
 * @returns {{id: string, base: number, a: import('../protocol.js').Action}[]}
 */
export function savedPending(match) {
  try {
    const kept = JSON.parse(sessionStorage.getItem('pending') ?? 'null');
    return kept && kept.match === match ? kept.pending : [];
  } catch {
    return [];
  }
}

/**
 * Act on a card that was tapped, clicked, dragged or entered; whatever follows from it is drawn once.
 * @param {string} card
 * @param {boolean} [certain] a drag or Enter needs no second tap
 * @param {number} [count] which click of a series it is: a second one is meant where a card is tapped twice
 * @param {number} [at] when the press was made, ms
 */
export function pickCard(card, certain = false, count = 0, at = performance.now()) {
  const twice = preferences.value.play === 'double' && !certain;
  const several = state.value.view?.phase === 'discard';
  if (several ? count > 1 : isSamePress(twice ? count - 1 : count, at)) return;
  if (!twice && !several) notePress();
  batch(() => actOnCard(card, certain));
}

/**
 * @param {string} card
 * @param {boolean} certain
 */
function actOnCard(card, certain) {
  const { view } = state.value;
  if (view?.phase === 'discard' && yourMove()) return putAway(card);
  if (page.value.going) return takeBack();
  if (!view || view.phase !== 'play' || view.seat === null || cardSent(state.value)) return;
  show({ held: null });
  if (!yourTurn()) {
    const off = page.value.chosen === card;
    show({
      chosen: off ? null : card,
      notice: off ? '' : _('%(card)s goes when it is your turn.', { card: capitalized(cardInText(card)) }),
    });
    return;
  }
  if (!playable(card)) {
    void explain(card, view);
    return;
  }
  const way = preferences.value.play;
  if (way !== 'tap' && !certain) {
    const again = page.value.chosen === card;
    if (way === 'double' && again) return play(card);
    const words = way === 'double' ? _('Again to play it.') : _('Drag it to the table, or confirm it.');
    show(again ? { chosen: null, notice: '' } : { chosen: card, notice: words });
    return;
  }
  play(card);
}

/**
 * Say why a card may not be played.
 * @param {string} card
 * @param {import('../protocol.js').View} view
 */
async function explain(card, view) {
  try {
    const { longReason, reasonFor } = await import('../speech/reasons.js');
    show({ notice: longReason(reasonFor(card, view, rules())) });
  } catch {
    // it stays where it is, unexplained
  }
}

/** Play the card that was chosen, by its button. */
export function confirm() {
  const card = page.value.chosen;
  if (card && yourTurn() && playable(card)) play(card);
}

/** Play what was chosen ahead, if it is the turn and the card may be played. */
export function playChosen() {
  const card = page.value.chosen;
  if (!card || preferences.value.play !== 'tap' || !yourTurn() || cardSent(state.value)) return;
  if (!state.value.view?.hand.includes(card) || !playable(card)) show({ chosen: null });
  else play(card);
}

/** @param {string} card */
function play(card) {
  notePress();
  const announced =
    page.value.arrastre && legalAction('play', (action) => action.card === card && !!action.announce);
  const action = announced || { type: 'play', card };
  const left = timeLeft(state.value, clockTime());
  const hurry = left !== null && left.turn + left.bank < 2 * REGRET;
  show({ chosen: null, arrastre: false, notice: '' });
  if (!on('undo') || hurry) return act(action);
  show({ going: card, notice: _('Tap to take it back.') });
  goingTimer = setTimeout(() => {
    show({ going: null, notice: '' });
    if (yourTurn() && playable(card)) act(action);
  }, REGRET);
}

/** Take back the card that was not sent yet. */
export function takeBack() {
  if (!page.value.going) return;
  clearTimeout(goingTimer);
  show({ going: null, notice: _('It stays in your hand.') });
}

/** Exchange now, or ask for it, or call that off; else say what the turned card waits for. */
export function exchange() {
  const now = legalAction('exchange');
  const ahead = legalAction('arm_exchange');
  if (now) act({ type: 'exchange', give: now.give });
  else if (ahead) act({ type: 'arm_exchange', on: ahead.on });
  else void import('./turned_card.js').then((card) => card.answer());
}

/**
 * Choose a card to put away, or not.
 * @param {string} card
 */
function putAway(card) {
  const { away } = page.value;
  if (away.includes(card)) show({ away: away.filter((one) => one !== card), notice: '' });
  else if (away.length < 2) show({ away: [...away, card], notice: '' });
  else show({ notice: _('Two are chosen already. Choose one of them again to keep it.') });
}

/** @param {string} text */
function capitalized(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
