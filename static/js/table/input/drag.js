/** Play cards that are dragged up out of the hand and let go. A tap stays a tap. */
import { isTooEarly } from '../../lib/press_guard.js';
import { pickCard } from './intents.js';

const SLOP = 10;
/** How long after a throw browsers take a tap for the end of it, and make no click of it, ms. */
const FLING = 2000;
const PRESS = 400;
const LATE = 60;

/** @typedef {{card: HTMLElement, x: number, y: number, id: number, at: number, far: boolean}} Drag */

/** @type {Drag | null} The card under the finger. */
let drag = null;
/** When a card was thrown last, ms. */
let thrown = -FLING;

/**
 * Listen to cards that are dragged, and to taps after them of which browsers make no click.
 * @param {HTMLElement} root
 */
export function listenToDrags(root) {
  root.addEventListener('pointerdown', grab);
  root.addEventListener('pointermove', pull);
  root.addEventListener('pointerup', drop);
  root.addEventListener('pointercancel', () => end(false));
  listenToTaps();
}

/** @param {PointerEvent} event */
function grab(event) {
  const card = event.target instanceof Element ? event.target.closest('.hand .card') : null;
  if (!(card instanceof HTMLElement) || event.button !== 0) return;
  drag = { card, x: event.clientX, y: event.clientY, id: event.pointerId, at: performance.now(), far: false };
}

/** @param {PointerEvent} event */
function pull(event) {
  if (!drag || event.pointerId !== drag.id) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.far && Math.hypot(x, y) < SLOP) return;
  if (!drag.far) drag.card.setPointerCapture(drag.id);
  drag.far = true;
  drag.card.style.translate = `${x}px ${y}px`;
  drag.card.style.zIndex = '6';
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!drag || event.pointerId !== drag.id) return;
  if (!drag.far && isLostTap(event, drag.at)) tapWithoutClick(pickAgain(drag.card));
  end(drag.y - event.clientY > drag.card.offsetHeight * 0.4);
}

/**
 * Let the card go back to its place.
 * @param {boolean} play whether it was thrown far enough
 */
function end(play) {
  if (!drag) return;
  const { card, far } = drag;
  drag = null;
  card.style.translate = '';
  card.style.zIndex = '';
  if (!far) return;
  thrown = performance.now();
  // The click that follows a drag is not a second wish.
  const swallow = (/** @type {Event} */ click) => click.stopPropagation();
  card.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => card.removeEventListener('click', swallow, { capture: true }), 50);
  if (play && card.dataset.code) pickCard(card.dataset.code, true);
}

/** Listen to taps on buttons: what is tapped after the last card lies in a dialog. */
function listenToTaps() {
  /** @type {{on: HTMLElement, at: number} | null} */
  let press = null;
  document.addEventListener('pointerdown', ({ target }) => {
    const on = target instanceof Element ? target.closest('button, a') : null;
    press = on instanceof HTMLElement && !on.matches('.hand .card') ? { on, at: performance.now() } : null;
  });
  document.addEventListener('pointerup', (event) => {
    const { on, at } = press ?? {};
    if (!on || !at || !isLostTap(event, at)) return;
    const hits = event.target instanceof Node && on.contains(event.target) && !isTooEarly(on, at);
    if (hits) tapWithoutClick(() => on.isConnected && on.click());
  });
}

/**
 * Return whether a tap comes so soon after a throw that browsers may make no click of it.
 * @param {PointerEvent} event the end of the tap
 * @param {number} began ms
 */
function isLostTap({ pointerType }, began) {
  const now = performance.now();
  return pointerType === 'touch' && now - thrown < FLING && now - began < PRESS;
}

/**
 * Pick a card, if it is there still.
 * @param {HTMLElement} card
 */
const pickAgain = (card) => () => card.isConnected && card.dataset.code && pickCard(card.dataset.code);

/**
 * Take a tap of which no click comes for a tap nevertheless.
 * @param {() => void} tapped
 */
function tapWithoutClick(tapped) {
  const tap = setTimeout(tapped, LATE);
  document.addEventListener('click', () => clearTimeout(tap), { capture: true, once: true });
}
