/** Handle single keys; a table of them stands in the help. */
import { on } from '../../lib/preferences.js';
import { askHint, claim, toggleArrastre, undo } from './action_intents.js';
import { exchange, takeBack } from './intents.js';
import { lookAtNext, sign } from './contract_intents.js';
import { speechContext } from '../state/selectors.js';
import { lastTrickText, standText, trickText } from '../speech/standing.js';
import { page, show, state } from '../state/store.js';
import { answer } from '../speech/announcements.js';
import { sayTurn } from '../speech/turn_status.js';

/** @type {Record<string, () => void>} */
const KEYS = {
  c: exchange,
  a: toggleArrastre,
  r: claim,
  v: lookAtNext,
  h: askHint,
  z: undo,
  u: lastTrick,
  s: () => found('#p-sign')?.togglePopover(),
  f: () => found('#p-talk')?.togglePopover(),
  b: () => found('.ladder .btn:not(:disabled), .stepper input')?.focus(),
  m: () => withView((view) => answer(trickText(view, speechContext()))),
  p: () => withView((view) => answer(standText(view, speechContext()))),
  l: () => withView(sayTurn),
  '/': commandLine,
  ':': commandLine,
  '?': () => show({ dialog: page.value.dialog ? null : 'keys' }),
};

/** Show the last trick, or put it away; when it is shown it is said too. */
function lastTrick() {
  const box = found('#p-last');
  box?.togglePopover();
  if (!box || box.matches(':popover-open')) withView((view) => answer(lastTrickText(view, speechContext())));
}

/** Open the line on which commands are typed; it is fetched for who types. */
export function commandLine() {
  void import('../command/line.js').then((line) => line.open(), () => undefined);
}

/**
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
function found(selector) {
  return document.querySelector(selector);
}

/** @param {(view: import('../protocol.js').View) => void} what */
function withView(what) {
  if (state.value.view) what(state.value.view);
}

/** Close what is open, or undo the card that was chosen ahead. */
export function escape() {
  if (page.value.dialog) show({ dialog: null });
  else if (page.value.going) takeBack();
  else if (page.value.chosen) show({ chosen: null, notice: '' });
}

/**
 * Do what a key asks for.
 * @param {KeyboardEvent} event
 * @param {(index: number) => void} go focus a card of the hand, counted from 0
 */
export function handleKey(event, go) {
  if (event.key === 'Escape') return escape();
  if (event.ctrlKey || event.metaKey || event.altKey || !on('keys')) return;
  const target = event.target;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
  if (page.value.dialog && event.key !== '?') return;
  if (/^[0-9]$/.test(event.key)) {
    event.preventDefault();
    const signs = found('#p-sign:popover-open');
    const chosen = signs?.querySelectorAll('[data-sign]')[Number(event.key) - 1];
    if (signs && chosen instanceof HTMLElement) {
      signs.hidePopover();
      return sign(chosen.dataset.sign ?? '');
    }
    go(event.key === '0' ? 9 : Number(event.key) - 1);
    return;
  }
  const act = KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  if (!event.repeat) act();
}
