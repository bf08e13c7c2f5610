/** Where the reader is in a match, and how it is shown. One page shows one match. */
import { batch, computed, signal } from '../lib/signals.js';
import { dealFrom, entryAt, indexOfHash, timelineOf, trickFrom } from './timeline.js';
import { playedBefore, showingOf } from './variation.js';

/**
 * @typedef {import('./record.js').MatchRecord} MatchRecord
 * @typedef {import('./record.js').Position} Position
 * @typedef {import('../lib/fairness.js').Finding} Finding
 * @typedef {import('./variation.js').Variation} Variation
 * @typedef {{record: MatchRecord, names: string[], tiles: string[]}} Match
 */

/** How long a position stays while the match plays by itself, in milliseconds. */
const STAY = { play: 1100, other: 1900 };

/** @type {import('../lib/signals.js').Signal<Match | null>} */
export const match = signal(/** @type {Match | null} */ (null));
/** Other cards that are tried; null while the match itself is shown. @type {import('../lib/signals.js').Signal<Variation | null>} */
export const variation = signal(/** @type {Variation | null} */ (null));
/** The match as it is shown: with the cards that are tried. */
export const scene = computed(() =>
  variation.value && match.value ? { ...match.value, record: variation.value.record } : match.value,
);
/** The positions of the match itself. */
const matchTimeline = computed(() => match.value && timelineOf(match.value.record));
export const timeline = computed(() =>
  variation.value ? timelineOf(variation.value.record) : matchTimeline.value,
);
export const index = signal(0);
/** The seat that is shown at the bottom. */
export const seat = signal(0);
/** The seat of who reads; null for others. */
export const reader = signal(/** @type {number | null} */ (null));
export const othersHidden = signal(false);
/** Whether the match goes on by itself. */
export const playing = signal(false);
/** By index of the deal; undefined while the deck is being checked. */
export const findings = signal(/** @type {(Finding | undefined)[]} */ ([]));
export const position = computed(() => timeline.value?.positions[index.value] ?? null);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Where one may go: in a variation no further back than before its first card. */
const bounds = computed(() => {
  const line = timeline.value;
  const tried = variation.value;
  const last = (line?.positions.length ?? 1) - 1;
  if (!line || !tried) return { first: 0, last };
  const start = line.deals[tried.deal]?.first ?? 0;
  let first = start;
  while (first < last && playedBefore(line, first + 1) <= tried.plays) first += 1;
  // A deal that is not over has no end to show.
  return { first, last: tried.over ? last : last - 1 };
});

/** @param {number} to any number; it ends at the nearest position there is */
export function go(to) {
  const { first, last } = bounds.value;
  index.value = Math.max(first, Math.min(to, last));
}

/**
 * Show other cards in place of those of the match, from the trick on in which the last was tried.
 * @param {Variation} tried
 */
export function show(tried) {
  pause();
  batch(() => {
    variation.value = tried;
    if (timeline.value) go(showingOf(timeline.value, tried));
  });
}

/** Go back to the match, to the card in whose place another was tried. */
export function leave() {
  const tried = variation.value;
  if (!tried) return;
  pause();
  batch(() => {
    const to = baseOf.value?.index ?? 0;
    variation.value = null;
    go(to);
  });
}

/**
 * Go a step, as the reader asked; playing by itself ends.
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
  const line = matchTimeline.value;
  const to = line ? indexOfHash(line, hash) : null;
  if (to === null) return false;
  batch(() => {
    variation.value = null;
    jump(to);
  });
  return true;
}

/** Play by itself, or stop; at the end it begins again. */
export function toggle() {
  if (playing.value) {
    pause();
    return;
  }
  playing.value = true;
  if (atEnd()) go(bounds.value.first);
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
  return index.value >= bounds.value.last;
}

/** The number in the record of the last action of the match up to what is shown. */
export const entry = computed(() => {
  const line = matchTimeline.value;
  const at = variation.value ? (baseOf.value?.index ?? 0) : index.value;
  return line ? entryAt(line, at) : 0;
});

/** Whether nothing comes before, or after, what is shown. */
export const edges = computed(() => ({
  first: index.value <= bounds.value.first,
  last: index.value >= bounds.value.last,
}));

/** The position of the match in whose place the first card is tried. */
export const baseOf = computed(() => {
  const line = matchTimeline.value;
  const tried = variation.value;
  const span = tried && line?.deals[tried.deal];
  if (!line || !tried || !span) return null;
  const { positions } = line;
  for (let at = span.first; at <= span.last; at += 1)
    if (positions[at]?.kind === 'play' && playedBefore(line, at) === tried.plays + 1) return positions[at] ?? null;
  return null;
});
