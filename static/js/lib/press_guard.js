/**
 * Keeps a press from doing what its control has only come to mean under the finger.
 *
 * A control, or a group of them, says by `data-means` what it is for. For a moment after it appeared, or that
 * changed, it takes no click, tap, Enter or Space; so do dialogs and popovers that open, and what they covered. What
 * counts is when the press began. Meanwhile the control bears `data-settling`.
 */

/** How long a control takes no press after it appeared or changed, ms. */
export const SETTLE_MS = 400;

const CONTROLS = '[data-means]';

/** When controls appeared or changed, ms. @type {WeakMap<Element, number>} */
const changedAt = new WeakMap();
/** When the latest press of a finger, a button or a key began and ended, ms. */
const press = { began: -Infinity, ended: -Infinity };

/**
 * Guard the controls that a part of the page has from now on.
 * @param {Element} root
 */
export function guardPresses(root) {
  const attributeFilter = ['data-means', 'hidden', 'inert', 'open'];
  const observed = { subtree: true, childList: true, attributes: true, attributeOldValue: true, attributeFilter };
  new MutationObserver((records) => records.forEach(note)).observe(root, observed);
  document.addEventListener('beforetoggle', onToggle, true);
  for (const type of ['pointerdown', 'keydown']) document.addEventListener(type, begin, true);
  for (const type of ['pointerup', 'pointercancel', 'keyup']) document.addEventListener(type, end, true);
  window.addEventListener('blur', end); // the end of a press may be told to another window
  document.addEventListener('click', onClick, true);
}

/**
 * Return whether a press that began at a moment is too early for what it hits.
 * @param {Element} hit
 * @param {number} began ms
 */
export function isTooEarly(hit, began) {
  for (let element = /** @type {Element | null} */ (hit); element; element = element.parentElement)
    if (began - (changedAt.get(element) ?? -Infinity) < SETTLE_MS) return true;
  return false;
}

/** @param {MutationRecord} record */
function note({ type, target, addedNodes, attributeName, oldValue }) {
  if (type === 'childList') {
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      if (node.matches(CONTROLS)) settle(node);
      node.querySelectorAll(CONTROLS).forEach(settle);
    }
    return;
  }
  if (!(target instanceof Element)) return;
  const changed = {
    'data-means': () => target.getAttribute('data-means') !== oldValue,
    hidden: () => target.matches(`${CONTROLS}:not([hidden])`),
    inert: () => !target.hasAttribute('inert'),
    open: () => target.matches('dialog[open]'),
  }[attributeName ?? ''];
  if (changed?.()) settle(target);
}

/** @param {Event} event */
function onToggle(event) {
  if (/** @type {ToggleEvent} */ (event).newState === 'open' && event.target instanceof Element) settle(event.target);
}

/** @param {Element} control */
function settle(control) {
  const now = performance.now();
  changedAt.set(control, now);
  control.toggleAttribute('data-settling', true);
  setTimeout(() => {
    if (changedAt.get(control) === now) control.removeAttribute('data-settling');
  }, SETTLE_MS);
}

/** @param {Event} event */
function begin(event) {
  const { repeat, key } = /** @type {KeyboardEvent} */ (event);
  if (!repeat) Object.assign(press, { began: event.timeStamp, ended: Infinity });
  else if (key === 'Enter' && event.target instanceof Element && event.target.closest(CONTROLS)) event.preventDefault();
}

/** @param {Event} event */
function end({ timeStamp }) {
  press.ended = timeStamp;
}

/** @param {MouseEvent} event */
function onClick(event) {
  if (!event.isTrusted || !(event.target instanceof Element)) return; // a script knows what it clicks
  const now = event.timeStamp; // a slow page hears of it later
  // A screen reader clicks without a press before it.
  const began = now - press.ended < SETTLE_MS ? press.began : now;
  if (!isTooEarly(event.target, began)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
