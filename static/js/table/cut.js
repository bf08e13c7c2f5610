/** Cutting the deck: where it may be cut, and the packet that follows the pointer. */
import { act } from './intents.js';
import { allLegal } from './seen.js';
import { page, show, state } from './store.js';

const SLOP = 10;

/** Whether one may cut now: after the server has committed to its seed. */
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

/** The first and the last place where the deck may be cut, cards from the top. */
export function cutPlaces() {
  const places = allLegal('cut').flatMap(({ at }) => (at === undefined ? [] : [at]));
  return { low: Math.min(...places), high: Math.max(...places) };
}

/** The place that is chosen; at first the middle. */
export function cutAt() {
  const { low, high } = cutPlaces();
  return Math.max(low, Math.min(high, page.value.cutAt ?? Math.round((low + high) / 2)));
}

/** Cut where it is chosen. */
export function cut() {
  if (!yourCut()) return;
  act({ type: 'cut', at: cutAt() });
  show({ lift: 0 });
}

/** @type {{id: number, x: number, y: number, far: boolean} | null} */
let drag = null;

/**
 * Take the packet: as many cards as lie above the finger.
 * @param {PointerEvent} event
 */
export function grab(event) {
  if (!yourCut() || event.button !== 0) return;
  const pile = /** @type {Element} */ (event.currentTarget);
  pile.setPointerCapture(event.pointerId);
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, far: false };
  place(event, pile);
}

/** @param {PointerEvent} event */
export function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  drag.far ||= Math.hypot(x, y) >= SLOP;
  const pile = /** @type {Element} */ (event.currentTarget);
  if (Math.abs(x) < SLOP) place(event, pile);
  show({ lift: (x / pile.getBoundingClientRect().width) * 120 });
}

/**
 * Let go: a packet that was moved is cut, a touch alone only chooses.
 * @param {PointerEvent} event
 */
export function letGo(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const { far } = drag;
  drag = null;
  show({ lift: 0 });
  if (far && event.type === 'pointerup') cut();
}

/**
 * @param {PointerEvent} event
 * @param {Element} pile
 */
function place(event, pile) {
  const box = pile.getBoundingClientRect();
  const { low, high } = cutPlaces();
  const cards = high + low;
  const above = Math.round(((event.clientY - box.top) / box.height) * cards);
  show({ cutAt: Math.max(low, Math.min(high, above)) });
}
