/** Send a line to the chat, and mute people or all of it. */
import { KEY, chat } from './chat.js';
import { newId } from '../input/intents.js';

/**
 * Return the message that says something.
 * @param {{phrase: string} | {text: string}} what
 */
export function chatMessage(what) {
  return { t: 'chat', id: newId(), ...what };
}

/**
 * Hear somebody no more on this device, or again.
 * @param {string} player
 */
export function mute(player) {
  const { muted, lines } = chat.value;
  const off = muted.includes(player);
  chat.value = {
    ...chat.value,
    muted: off ? muted.filter((one) => one !== player) : [...muted, player],
    lines: off ? lines : lines.filter((line) => line.player !== player),
  };
  save();
}

/** @param {boolean} quiet nothing that is said shows or sounds by itself */
export function setChatQuiet(quiet) {
  chat.value = { ...chat.value, quiet, latest: null, unread: 0 };
  save();
}

function save() {
  try {
    const { quiet, muted } = chat.value;
    localStorage.setItem(KEY, JSON.stringify({ quiet, muted: muted.slice(-200) }));
  } catch {
    // it holds for this page then
  }
}
