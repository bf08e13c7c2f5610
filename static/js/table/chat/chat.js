/** Keep the chat of a table: its lines, who is muted, and what is new. */
import { signal } from '../../lib/signals.js';

/** Where the browser remembers who is not to be heard. */
export const KEY = 'chat';
const KEPT = 100;
const SHOWN = 5000;

/**
 * @typedef {{id: number, at: string, seat: number | null, player: string, room: string, phrase: string | null, text: string | null}} Line
 * @typedef {{lines: Line[], unread: number, latest: Line | null, open: boolean, quiet: boolean, muted: string[]}} Chat
 */

/** @type {import('../../lib/signals.js').Signal<Chat>} */
export const chat = signal({ lines: [], unread: 0, latest: null, open: false, ...saved() });

/** @type {ReturnType<typeof setTimeout> | undefined} */
let latestTimer;

/**
 * Take what the server tells.
 * @param {{lines: Line[], fresh: boolean}} message
 * @param {string | null} own one's own name
 */
export function receiveChat(message, own) {
  const { lines, muted, quiet, open, unread } = chat.value;
  const known = new Set(message.fresh ? [] : lines.map(({ id }) => id));
  const fresh = message.lines.filter(({ id, player }) => !known.has(id) && !muted.includes(player));
  const all = message.fresh ? fresh : [...lines, ...fresh];
  if (message.fresh || quiet) {
    chat.value = { ...chat.value, lines: all.slice(-KEPT) };
    return;
  }
  const others = fresh.filter(({ player }) => player !== own);
  chat.value = {
    ...chat.value,
    lines: all.slice(-KEPT),
    unread: open ? 0 : unread + others.length,
    latest: fresh.at(-1) ?? chat.value.latest,
  };
  clearTimeout(latestTimer);
  latestTimer = setTimeout(() => (chat.value = { ...chat.value, latest: null }), SHOWN);
}

/** @param {boolean} open */
export function setChatOpen(open) {
  chat.value = { ...chat.value, open, unread: open ? 0 : chat.value.unread };
}

/** @returns {{quiet: boolean, muted: string[]}} */
function saved() {
  try {
    const { quiet, muted } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { quiet: quiet === true, muted: Array.isArray(muted) ? muted.map(String) : [] };
  } catch {
    return { quiet: false, muted: [] };
  }
}
