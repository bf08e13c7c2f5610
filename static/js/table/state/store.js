/**
 * Hold the state of a table's page. Views draw nothing but this, the chat (`chat/chat.js`) and preferences.
 *
 * - `state` is what the server has sent, with what was sent to it: `reduce.js` describes it and says how
 *   messages change it.
 * - `page` is what this page adds: choices, dialogs, announcements, what is shown for a moment.
 *   `reduce_page.js` describes it and says how events change it.
 */
import { signal } from '../../lib/signals.js';
import { initial } from './reduce.js';
import { initialPage, reducePage } from './reduce_page.js';

/**
 * @typedef {import('./reduce.js').State} State
 * @typedef {import('./reduce_page.js').Page} Page
 */

/** @type {import('../../lib/signals.js').Signal<State>} */
export const state = signal(/** @type {any} */ (null));
export const page = signal(initialPage);

/**
 * Begin with a table, before the first view of its match.
 * @param {State['table']} table
 * @param {State['pending']} [pending] actions that were sent before and not acknowledged
 */
export function begin(table, pending = []) {
  state.value = { ...initial(table, performance.now()), pending };
}

/**
 * Change the page's state by an event.
 * @param {import('./reduce_page.js').PageEvent} event
 */
export function dispatch(event) {
  page.value = reducePage(page.value, event);
}

/**
 * Set a part of the page's state.
 * @param {Partial<Page>} part
 */
export function show(part) {
  dispatch({ t: 'set', part });
}

/** Return the time by which clocks are drawn, ms of the page's own clock: it stands still without a connection. */
export function clockTime() {
  return page.value.lostAt ?? performance.now();
}
