/** A card may be thrown: dragged up out of the hand and let go. A tap stays a tap. */
import { pick } from './intents.js';

const SLOP = 10;

/** @typedef {{card: HTMLElement, x: number, y: number, id: number, far: boolean}} Drag */

/** @param {HTMLElement} root */
export function dragging(root) {
  /** @type {Drag | null} */
  let drag = null;

  const end = (/** @type {boolean} */ play) => {
    if (!drag) return;
    const { card, far } = drag;
    drag = null;
    card.style.translate = '';
    card.style.zIndex = '';
    if (!far) return;
    // The click that follows a drag is not a second wish.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    card.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => card.removeEventListener('click', swallow, { capture: true }), 50);
    if (play && card.dataset.code) pick(card.dataset.code, true);
  };

  root.addEventListener('pointerdown', (event) => {
    const card = event.target instanceof Element ? event.target.closest('.hand .card') : null;
    if (!(card instanceof HTMLElement) || event.button !== 0) return;
    drag = { card, x: event.clientX, y: event.clientY, id: event.pointerId, far: false };
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
    end(drag.y - event.clientY > drag.card.offsetHeight * 0.4);
  });
  root.addEventListener('pointercancel', () => end(false));
}
