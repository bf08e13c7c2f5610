/** Where the reader is in a match, and how it is shown. One page shows one match. */
import { computed, signal } from '../lib/signals.js';
import { dealFrom, indexOfHash, timelineOf, trickFrom } from './timeline.js';

/**
 * @typedef {import('./timeline.js').MatchRecord} MatchRecord
 * @typedef {import('./timeline.js').Position} Position
 * @typedef {import('../lib/fairness.js').Finding} Finding
 * @typedef {{record: MatchRecord, names: string[]}} Match
 */

/** How long a position stays while the match plays by itself, in milliseconds. */
const STAY = { play: 1100, other: 1900 };

/** @type {import('../lib/signals.js').Signal<Match | null>} */
export const match = signal(/** @type {Match | null} */ (null));
export const timeline = computed(() => match.value && timelineOf(match.value.record));
export const index = signal(0);
/** The seat that is shown at the bottom. */
export const seat = signal(0);
export const othersHidden = signal(false);
export const playing = signal(false);
/** By index of the deal; undefined while the deck is being checked. */
export const findings = signal(/** @type {(Finding | undefined)[]} */ ([]));
export const position = computed(() => timeline.value?.positions[index.value] ?? null);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {number} to any number; it ends at the nearest position there is */
export function go(to) {
  const last = (timeline.value?.positions.length ?? 1) - 1;
  index.value = Math.max(0, Math.min(to, last));
}

/**
 * A step by the reader, which ends what goes on by itself.
 * @param {'card' | 'trick' | 'deal'} what
 * @param {1 | -1} way
 */
export function step(what, way) {
  const line = timeline.value;
  if (!line) return;
  pause();
  if (what === 'card') go(index.value + way);
  else go((what === 'trick' ? trickFrom : dealFrom)(line, index.value, way));
}

/** @param {number} to */
export function jump(to) {
  pause();
  go(to);
}

/**
 * Go where an address leads; false where it leads nowhere in this match.
 * @param {string} hash
 * @returns {boolean}
 */
export function follow(hash) {
  const to = timeline.value ? indexOfHash(timeline.value, hash) : null;
  if (to === null) return false;
  jump(to);
  return true;
}

/** Play by itself, or stop; at the end it begins again. */
export function toggle() {
  if (playing.value) {
    pause();
    return;
  }
  playing.value = true;
  if (atEnd()) go(0);
  else go(index.value + 1);
  wait();
}

export function pause() {
  clearTimeout(timer);
  playing.value = false;
}

function wait() {
  clearTimeout(timer);
  if (atEnd()) {
    playing.value = false;
    return;
  }
  const stay = position.value?.kind === 'play' ? STAY.play : STAY.other;
  timer = setTimeout(() => {
    go(index.value + 1);
    wait();
  }, stay);
}

function atEnd() {
  return index.value >= (timeline.value?.positions.length ?? 1) - 1;
}
