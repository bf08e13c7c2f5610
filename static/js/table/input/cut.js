/** Cut the deck: where it may be cut, and by the pointer. */
import { act } from './intents.js';
import { legalActions } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';

/** How far a pointer moves before it drags, px. */
const SLOP = 10;
const MIDDLE = 'cut-in-the-middle';

/** Return whether one may cut now: after the server has committed to its seed. */
export function yourCut() {
  const { view, fair, pending } = state.value;
  return (
    view?.phase === 'cut' &&
    view.legal.length > 0 &&
    fair?.deal === view.deal &&
    fair.server_commit !== null &&
    !pending.some(({ a }) => a.type === 'cut')
  );
}

/** Return the first and the last place where the deck may be cut, cards from the top. */
export function cutPlaces() {
  const places = legalActions('cut').flatMap(({ at }) => (at === undefined ? [] : [at]));
  return { low: Math.min(...places), high: Math.max(...places) };
}

/** Return the place that is chosen; at first the middle. */
export function cutAt() {
  const { low, high } = cutPlaces();
  return Math.max(low, Math.min(high, page.value.cutAt ?? Math.round((low + high) / 2)));
}

/** Cut where it is chosen. */
export function cut() {
  if (yourCut()) act({ type: 'cut', at: cutAt() });
}

/**
 * Keep whether the deck is always cut in the middle at this table, and do so now if it is.
 * @param {boolean} always
 */
export function cutsInTheMiddle(always) {
  const memory = storage();
  if (always) memory?.setItem(MIDDLE, state.value.table.id);
  else memory?.removeItem(MIDDLE);
  if (always) cutByHabit();
}

/** Return whether the deck is always cut in the middle at this table. */
export function alwaysInTheMiddle() {
  return storage()?.getItem(MIDDLE) === state.value.table.id;
}

/** Cut in the middle where that was chosen for this table. */
export function cutByHabit() {
  if (!yourCut() || !alwaysInTheMiddle()) return;
  show({ cutAt: null });
  cut();
}

/** Return the memory of this window, where the browser lets the page have one. */
function storage() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** @type {{id: number, x: number, far: boolean} | null} */
let drag = null;

/**
 * Take the deck where the finger is.
 * @param {PointerEvent} event
 */
export function grab(event) {
  if (!yourCut() || event.button !== 0) return;
  const pile = /** @type {Element} */ (event.currentTarget);
  pile.setPointerCapture(event.pointerId);
  drag = { id: event.pointerId, x: event.clientX, far: false };
  part(event, pile);
}

/**
 * Part the deck where the finger is now.
 * @param {PointerEvent} event
 */
export function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  drag.far ||= Math.abs(event.clientX - drag.x) >= SLOP;
  part(event, /** @type {Element} */ (event.currentTarget));
}

/**
 * Let go: a deck that was dragged is cut, a touch alone only chooses the place.
 * @param {PointerEvent} event
 */
export function letGo(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { far } = drag;
  drag = null;
  if (far && event.type === 'pointerup') cut();
}

/**
 * Choose the place under the pointer: as many cards from the top as lie left of it.
 * @param {PointerEvent} event
 * @param {Element} pile
 */
function part(event, pile) {
  const box = pile.getBoundingClientRect();
  const { low, high } = cutPlaces();
  const above = Math.round(((event.clientX - box.left) / box.width) * (high + low));
  show({ cutAt: Math.max(low, Math.min(high, above)) });
}
