/** Play cards that are dragged up out of the hand and let go. A tap stays a tap. */
import { pick } from './intents.js';

const SLOP = 10;
/** How long after a throw browsers take a tap for the end of it, and make no click of it, ms. */
const FLING = 2000;
const PRESS = 400;
const LATE = 60;

/** @typedef {{card: HTMLElement, x: number, y: number, id: number, at: number, far: boolean}} Drag */

/** @param {HTMLElement} root */
export function listenToDrags(root) {
  /** @type {Drag | null} */
  let drag = null;
  let thrown = -FLING;
  /** @type {{on: HTMLElement, at: number} | null} */
  let press = null;

  const end = (/** @type {boolean} */ play) => {
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
    if (play && card.dataset.code) pick(card.dataset.code, true);
  };

  root.addEventListener('pointerdown', (event) => {
    const card = event.target instanceof Element ? event.target.closest('.hand .card') : null;
    if (!(card instanceof HTMLElement) || event.button !== 0) return;
    drag = { card, x: event.clientX, y: event.clientY, id: event.pointerId, at: performance.now(), far: false };
  });
  root.addEventListener('pointermove', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.far && Math.hypot(x, y) < SLOP) return;
    if (!drag.far) drag.card.setPointerCapture(drag.id);
    drag.far = true;
    drag.card.style.translate = `${x}px ${y}px`;
    drag.card.style.zIndex = '6';
  });
  root.addEventListener('pointerup', (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const now = performance.now();
    if (!drag.far && event.pointerType === 'touch' && now - thrown < FLING && now - drag.at < PRESS) tapWithoutClick(pickAgain(drag.card));
    end(drag.y - event.clientY > drag.card.offsetHeight * 0.4);
  });
  root.addEventListener('pointercancel', () => end(false));

  // What is tapped after the last card lies in a dialog.
  document.addEventListener('pointerdown', ({ target }) => {
    const on = target instanceof Element ? target.closest('button, a') : null;
    press = on instanceof HTMLElement && !on.matches('.hand .card') ? { on, at: performance.now() } : null;
  });
  document.addEventListener('pointerup', ({ pointerType, target }) => {
    const now = performance.now();
    const { on, at } = press ?? {};
    if (!on || !at || pointerType !== 'touch' || now - thrown >= FLING || now - at >= PRESS) return;
    if (target instanceof Node && on.contains(target)) tapWithoutClick(() => on.isConnected && on.click());
  });
}

/**
 * Pick a card, if it is there still.
 * @param {HTMLElement} card
 */
const pickAgain = (card) => () => card.isConnected && card.dataset.code && pick(card.dataset.code);

/**
 * Take a tap of which no click comes for a tap nevertheless.
 * @param {() => void} tapped
 */
function tapWithoutClick(tapped) {
  const tap = setTimeout(tapped, LATE);
  document.addEventListener('click', () => clearTimeout(tap), { capture: true, once: true });
}
