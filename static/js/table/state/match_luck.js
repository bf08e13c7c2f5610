/** Fetch what the analysis of a match says of luck and play: asked for until it is made, and not for long. */
import { signal } from '../../lib/signals.js';

/** @typedef {{luck: number[], play: number[]}} Luck card points by side */

/** When to ask, ms after the end of the match: an analysis takes about 20 s. */
const ASK_MS = [3_000, 12_000, 25_000, 45_000, 90_000];

/** @type {import('../../lib/signals.js').Signal<Record<string, Luck>>} */
const found = signal(/** @type {Record<string, Luck>} */ ({}));
/** @type {Set<string>} */
const requested = new Set();

/**
 * Return the luck and play of a match by side; null until it is known, which draws the page again.
 * @param {string} match
 * @returns {Luck | null}
 */
export function luckOf(match) {
  if (!requested.has(match)) {
    requested.add(match);
    void poll(match);
  }
  return found.value[match] ?? null;
}

/** @param {string} match */
async function poll(match) {
  let waited = 0;
  for (const at of ASK_MS) {
    await new Promise((done) => setTimeout(done, at - waited));
    waited = at;
    const luck = await read(match);
    if (luck === 'never') return;
    if (luck) {
      found.value = { ...found.value, [match]: luck };
      return;
    }
  }
}

/**
 * @param {string} match
 * @returns {Promise<Luck | 'never' | null>} null: not yet
 */
async function read(match) {
  try {
    const answer = await fetch(`/api/v1/matches/${match}/analysis/`);
    if (answer.status === 202) return null;
    if (!answer.ok) return 'never';
    const { luck, play, unit } = await answer.json();
    return (unit ?? 'cards') === 'cards' ? { luck, play } : 'never';
  } catch {
    return null;
  }
}
