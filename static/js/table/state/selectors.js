/** Answer questions about the state that several views ask. */
import { gettext as _ } from '../../lib/i18n.js';
import { sidesInOrder } from './own_side.js';
import { prompt } from '../speech/prompt.js';
import { TURNS } from './reduce.js';
import { page, state } from './store.js';

/** Return the seat one looks from: one's own, or the first for watchers. */
export function vantage() {
  return state.value.view?.seat ?? state.value.table.you.seat ?? 0;
}

/** Return one's own seat, null for watchers. */
export function ownSeat() {
  return state.value.table.you.seat;
}

/**
 * Return whether a vote is shown here: a match that somebody has left concerns only who may claim it.
 * @param {import('../protocol.js').Absence} vote
 */
export function concernsYou({ kind, result, voters }) {
  return kind !== 'left' || result === 'end' || voters.includes(ownSeat() ?? -1);
}

/**
 * @param {number} seat
 * @returns {string}
 */
export function nameOf(seat) {
  return state.value.table.seats[seat]?.player ?? _('Seat %(n)s', { n: seat + 1 });
}

/** Return what sentences depend on: seats, names, sides, trumps and stock. */
export function speechContext() {
  const { view, table } = state.value;
  return {
    you: ownSeat(),
    name: nameOf,
    sides: view?.sides ?? table.sides,
    trump: view?.trump?.suit ?? null,
    stock: view?.stock ?? 0,
    substituted: substituted(),
  };
}

/**
 * Return the sides in the order in which they are shown: one's own first, for watchers the winners.
 * @param {number[]} [winners]
 */
export function sidesShown(winners = []) {
  return sidesInOrder(speechContext().sides, ownSeat(), winners);
}

/** Return the options of the table's rules. */
export function rules() {
  return state.value.table.rules;
}

/** Return whether it is one's turn: to play, bid, call or put cards away. */
export function yourMove() {
  const { view } = state.value;
  return view !== null && TURNS.includes(view.phase) && isOwnTurn(view);
}

/**
 * Return whether one is to act oneself, and nothing stands still.
 * @param {import('../protocol.js').View} view
 */
function isOwnTurn(view) {
  return view.seat !== null && view.turn === view.seat && typeof view.paused !== 'number' && !substituted();
}

/** Return what one has to do now, or whom everybody waits for. */
export function promptText() {
  const { view } = state.value;
  return view ? prompt(view, rules(), speechContext()) : '';
}

/** Return whether a card may be played at this moment. */
export function yourTurn() {
  const { view } = state.value;
  return view !== null && view.phase === 'play' && isOwnTurn(view);
}

/**
 * Return the legal action of this type, if there is one.
 * @param {string} type
 * @param {(action: import('../protocol.js').Action) => boolean} [test]
 */
export function legalAction(type, test = () => true) {
  return state.value.view?.legal.find((action) => action.type === type && test(action));
}

/**
 * Return all legal actions of this type.
 * @param {string} type
 */
export function legalActions(type) {
  return state.value.view?.legal.filter((action) => action.type === type) ?? [];
}

/** Return the seats that play with one's own from the start. */
export function partners() {
  const own = ownSeat();
  const sides = state.value.view?.sides ?? state.value.table.sides;
  if (own === null) return [];
  return (sides.find((side) => side.includes(own)) ?? []).filter((seat) => seat !== own);
}

/**
 * Return whether a card may be laid; with nothing to choose ahead yet every card may be chosen.
 * @param {string} card
 */
export function playable(card) {
  return !yourTurn() || Boolean(legalAction('play', (action) => action.card === card));
}

/**
 * Return whether cards have been dealt: before the first of a match there is nothing to say of it, and nothing to do with them.
 * @param {import('../protocol.js').View | null} view
 */
export function inPlay(view) {
  return !!view && (view.deal > 1 || view.counts.some((held) => held > 0));
}

/** Return whether a bot plays for one's own seat. */
export function substituted() {
  const seat = ownSeat();
  return seat !== null && Boolean(state.value.table.seats[seat]?.substitute);
}

/** Return whether one's latest decision can be taken back. */
export function undoable() {
  return state.value.may.includes('take_back');
}

/** Return whether one may ask what the expert would play: among bots alone, for nothing, and where somebody answers. */
export function hintable() {
  const { table } = state.value;
  const own = ownSeat();
  if (table.status === 'lesson') return false;
  return own !== null && !table.pot && table.seats.every((sitting, seat) => seat === own || Boolean(sitting?.bot));
}

/** Return the trick on the table: the one in progress, or the one that is still shown. */
export function shownTrick() {
  const { view } = state.value;
  const held = page.value.held;
  if (held && !view?.trick?.plays.length) return held;
  return view?.trick ?? null;
}
