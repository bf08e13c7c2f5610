/** Cut the deck: where it may be cut, and by habit. */
import { isSimple } from '../../lib/simple_view.js';
import { act } from './intents.js';
import { legalActions, substituted } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';

const MIDDLE = 'cut-in-the-middle';

/** Return whether one may cut now: after the server has committed to its seed, unless the site cuts. */
export function yourCut() {
  const { view, fair, pending } = state.value;
  return (
    view?.phase === 'cut' &&
    !substituted() &&
    view.legal.length > 0 &&
    fair?.deal === view.deal &&
    fair.server_commit !== null &&
    fair.cut_in_ms !== null &&
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

/** Return whether the deck is always cut in the middle at this table, as it is in the simple view. */
export function alwaysInTheMiddle() {
  return isSimple || storage()?.getItem(MIDDLE) === state.value.table.id;
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
