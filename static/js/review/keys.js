/** Keys and swipes. Single keys do nothing while typing, or where they are turned off. */
import { on } from '../lib/preferences.js';
import { leave, step, toggle, variation } from './store.js';
import { choiceOf, decider, tryCard } from './trying.js';
import { closeSheet, showVerdict } from './sheet.js';

/** A finger that moved so far meant it, in pixels. */
const FAR = 40;

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowLeft: () => step('card', -1),
  ArrowRight: () => step('card', 1),
  '[': () => step('trick', -1),
  ']': () => step('trick', 1),
  Home: () => step('deal', -1),
  End: () => step('deal', 1),
  ' ': toggle,
};

/**
 * Return whether what has the focus takes the key itself: fields take all, buttons and links the space bar.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function taken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest('input[type="checkbox"]')) return key === ' ';
  if (target.closest('input, select, textarea, [contenteditable], .scroll-x[tabindex]')) return true;
  return key === ' ' && Boolean(target.closest('button, a, summary'));
}

/**
 * Try the card with a number of the hand that decides.
 * @param {number} number from 1
 */
function tryNumber(number) {
  const who = decider();
  const card = who === null ? undefined : choiceOf(who)?.cards[number - 1];
  if (who !== null && card) void tryCard(who, card);
}

/**
 * Escape closes the sheet first, and then goes back to the match; it does so while typing, too.
 * @param {KeyboardEvent} event
 * @param {HTMLElement} sheet
 */
function onEscape(event, sheet) {
  if (event.defaultPrevented) return;
  if (closeSheet(sheet)) event.preventDefault();
  else if (variation.value) {
    event.preventDefault();
    leave();
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} sheet
 */
function onKey(event, sheet) {
  if (event.key === 'Escape') {
    onEscape(event, sheet);
    return;
  }
  const number = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  const act = event.key.toLowerCase() === 'v' ? () => showVerdict(sheet) : number ? () => tryNumber(number) : KEYS[event.key];
  if (!act || !on('keys') || taken(event.target, event.key)) return;
  // AltGr types the brackets of some keyboards, and counts as Ctrl and Alt.
  const typed = event.getModifierState('AltGraph');
  if (event.metaKey || (!typed && (event.ctrlKey || event.altKey))) return;
  event.preventDefault();
  act();
}

/**
 * Listen to swipes to the side, on what does not scroll there.
 * @param {HTMLElement} area
 */
function swipes(area) {
  /** @type {{id: number, x: number, y: number} | null} */
  let start = null;
  area.addEventListener('pointerdown', (event) => {
    const on = event.target instanceof Element && event.target.closest('.cloth');
    start = event.pointerType !== 'mouse' && on ? { id: event.pointerId, x: event.clientX, y: event.clientY } : null;
  });
  area.addEventListener('pointerup', (event) => {
    if (start?.id !== event.pointerId) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) >= FAR && Math.abs(x) > 2 * Math.abs(y)) step('card', x < 0 ? 1 : -1);
  });
  area.addEventListener('pointercancel', () => {
    start = null;
  });
}

/**
 * @param {HTMLElement} area where swipes count
 * @param {HTMLElement} sheet what is said of a card
 */
export function listen(area, sheet) {
  document.addEventListener('keydown', (event) => onKey(event, sheet));
  swipes(area);
}
