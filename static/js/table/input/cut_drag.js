/** Cut the deck by the pointer. */
import { cut, cutPlaces, yourCut } from './cut.js';
import { show } from '../state/store.js';

/** How far a pointer moves before it drags, px. */
const SLOP = 10;

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
