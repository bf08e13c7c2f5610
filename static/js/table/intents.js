/** What a player wants, from clicks, keys and drags, to messages. */
import { gettext as _ } from '../lib/i18n.js';
import { cardInText } from './cardnames.js';
import { sent, cardSent } from './reduce.js';
import { legal, playable, yourTurn } from './seen.js';
import { settings } from './settings.js';
import { page, show, state } from './store.js';

/** @type {(message: object) => boolean} */
let send = () => false;

/** @param {(message: object) => boolean} sender */
export function connectIntents(sender) {
  send = sender;
}

/** An id that makes sending again safe. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {import('./protocol.js').Action} action */
export function act(action) {
  const id = newId();
  state.value = sent(state.value, id, action);
  remember();
  send({ t: 'act', id, base: Math.max(0, state.value.seq), a: action });
}

/**
 * @param {string} cmd
 * @param {Record<string, unknown>} [fields]
 */
export function command(cmd, fields = {}) {
  send({ t: 'do', id: newId(), cmd, ...fields });
}

/** Keep what is not acknowledged, so that a reload does not lose it. */
export function remember() {
  try {
    const { pending, match } = state.value;
    sessionStorage.setItem('pending', JSON.stringify({ match, pending }));
  } catch {
    // the server has it, or it is chosen again
  }
}

/**
 * What was sent before a reload and not acknowledged.
 * @param {string | null} match
 * @returns {{id: string, base: number, a: import('./protocol.js').Action}[]}
 */
export function remembered(match) {
  try {
    const kept = JSON.parse(sessionStorage.getItem('pending') ?? 'null');
    return kept && kept.match === match ? kept.pending : [];
  } catch {
    return [];
  }
}

/**
 * A card was tapped, clicked, dragged or entered.
 * @param {string} card
 * @param {boolean} [certain] a drag or Enter needs no second tap
 */
export function pick(card, certain = false) {
  const { view } = state.value;
  if (!view || view.phase !== 'play' || view.seat === null || cardSent(state.value)) return;
  show({ held: null });
  if (!yourTurn()) {
    const off = page.value.chosen === card;
    show({
      chosen: off ? null : card,
      notice: off ? '' : _('%(card)s goes when it is your turn.', { card: cap(cardInText(card)) }),
    });
    return;
  }
  if (!playable(card)) {
    show({ notice: _('Not that one: arrastre asks for your highest trump.') });
    return;
  }
  if (settings.value.twoTaps && !certain && page.value.chosen !== card) {
    show({ chosen: card, notice: _('Again to play it.') });
    return;
  }
  play(card);
}

/** Play what was chosen ahead, if it is the turn and the card may be played. */
export function playChosen() {
  const card = page.value.chosen;
  if (!card || settings.value.twoTaps || !yourTurn() || cardSent(state.value)) return;
  if (!state.value.view?.hand.includes(card) || !playable(card)) show({ chosen: null });
  else play(card);
}

/** @param {string} card */
function play(card) {
  const announced =
    page.value.arrastre && legal('play', (action) => action.card === card && !!action.announce);
  show({ chosen: null, arrastre: false, notice: '' });
  act(announced || { type: 'play', card });
}

/** Exchange now, or ask for it, or call that off. */
export function exchange() {
  const now = legal('exchange');
  const ahead = legal('arm_exchange');
  if (now) act({ type: 'exchange', give: now.give });
  else if (ahead) act({ type: 'arm_exchange', on: ahead.on });
}

/** Say arrastre with the trump ace, or not. */
export function toggleArrastre() {
  if (legal('play', (action) => !!action.announce)) show({ arrastre: !page.value.arrastre });
}

/** Take all the rest. */
export function claim() {
  if (legal('claim')) act({ type: 'claim' });
}

/** @param {string} text */
function cap(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
