/** Listen to single keys, which are fetched with the first of them. */
import { focusCard } from './focus.js';

/** How long after the page came keys are fetched where there may be a keyboard, ms. */
const PREFETCH = 3000;

/** @type {typeof import('./keys.js').handleKey | null} */
let handleKey = null;
/** @type {Promise<void> | null} Keys that were pressed before they could be handled, one after another. */
let early = null;

const fetchKeys = () => import('./keys.js').then((keys) => (handleKey = keys.handleKey));

/** Handle single keys from now on. */
export function listenToKeys() {
  if (matchMedia('(any-hover: hover)').matches) setTimeout(() => void fetchKeys().catch(() => undefined), PREFETCH);
  document.addEventListener('keydown', onKey);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const writes = /** @type {Element} */ (event.target).matches('input, textarea, select');
  if (handleKey) handleKey(event, focusCard);
  else if (early && !writes && ['Enter', ' '].includes(event.key)) {
    event.preventDefault(); // what it is for is only chosen by the key before it
    early = early.then(() => /** @type {HTMLElement | null} */ (document.activeElement)?.click());
  } else early = (early ?? Promise.resolve()).then(fetchKeys).then((handle) => handle(event, focusCard)).catch(() => undefined);
}
