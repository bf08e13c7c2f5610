/** Keep the focus where who plays by keyboard expects it, whatever is drawn anew. */
import { roving } from '../../lib/roving.js';
import { soon } from '../../lib/tasks.js';
import { root } from '../page_data.js';
import { takeCameByKey } from '../../lib/came_by_key.js';
import { state } from '../state/store.js';

/** @type {{group: HTMLElement, rove: ReturnType<typeof roving>} | null} The cards of the hand. */
let hand = null;
/** The dialog that is open, by its id. */
let dialogId = '';
/** @type {HTMLElement | null} What had the focus before a dialog opened. */
let before = null;
let cutting = false;
/** Whether the reader came here by a key, so that the first cards are given the focus. */
let cameByKey = takeCameByKey();

/**
 * Draw the page, and put the focus where it belongs after that.
 * @param {() => void} draw
 */
export function keepFocus(draw) {
  const active = /** @type {HTMLElement | null} */ (document.activeElement);
  const inHand = hand?.group.contains(active) || active?.closest('.acts');
  const card = active?.dataset.code;
  // A button that goes with the focus on it would have the browser lay out the page between.
  if (inHand && card && !state.value.view?.hand.includes(card)) hand?.group.focus({ preventScroll: true });
  draw();
  followHand();
  if (inHand || (cameByKey && hand?.group.firstElementChild)) soon(refocusHand);
  followDialog();
  followCut();
}

/**
 * Focus a card of the hand.
 * @param {number} index counted from 0
 */
export function focusCard(index) {
  hand?.rove.go(index);
}

/** Keep the hand one tab stop, also when it is drawn as another element. */
function followHand() {
  const group = root.querySelector('.hand');
  if (group instanceof HTMLElement && group !== hand?.group) {
    hand?.rove.stop();
    hand = { group, rove: roving(group) };
  } else hand?.rove.refresh();
}

/** Give the hand the focus when its card, or a button beside it, has left; after the page is laid out, which it needs. */
function refocusHand() {
  cameByKey = false;
  if (![document.body, hand?.group].includes(/** @type {HTMLElement} */ (document.activeElement))) return;
  /** @type {HTMLElement | null | undefined} */ (hand?.group.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
}

/** Give the focus to a dialog that opens, and back when it closes. */
function followDialog() {
  const dialog = root.querySelector('#open-dialog, #end-dialog');
  const id = dialog?.id ?? '';
  if (id === dialogId) return;
  if (dialog instanceof HTMLElement) {
    if (!dialogId) before = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement} */ (dialog.querySelector('#end-title') ?? dialog).focus({ preventScroll: true });
  } else if (before?.isConnected) before.focus({ preventScroll: true });
  dialogId = id;
}

/** Move the focus to the slider of who is to cut, unless they are busy elsewhere; after the cut, to the hand. */
function followCut() {
  const slider = root.querySelector('#cut-at');
  const busy = document.activeElement?.closest('input, textarea, .rail, .pop, [role=dialog]');
  if (slider instanceof HTMLElement && !cutting && !busy) slider.focus({ preventScroll: true });
  if (cutting && !slider && document.activeElement === document.body) hand?.group.focus({ preventScroll: true });
  cutting = slider !== null;
}
