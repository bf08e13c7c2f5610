/** Ask for something whose answer may take away the button that has the focus. */
import { effect } from '../../lib/signals.js';
import { soon } from '../../lib/tasks.js';
import { state } from '../state/store.js';
import { command } from './intents.js';

/** Where the focus goes, should what has it be gone with the answer; the first that is there. */
let next = /** @type {string[]} */ ([]);

/**
 * Do something at the table.
 * @param {string} cmd
 * @param {Record<string, unknown>} fields
 * @param {string[]} then where the focus goes where its button is gone
 */
export function ask(cmd, fields, then) {
  next = then;
  command(cmd, fields);
}

function refocus() {
  if (document.activeElement !== document.body) return;
  for (const selector of next) {
    const found = document.querySelector(selector);
    if (!(found instanceof HTMLElement)) continue;
    next = [];
    found.focus({ preventScroll: true });
    return;
  }
}

effect(() => {
  if (state.value?.table && next.length) soon(refocus);
});
