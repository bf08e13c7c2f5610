/**
 * The course of the lesson: which step it is at, and where it goes from there. It knows no rules;
 * every position comes ready from the server. Pure.
 */

/**
 * @typedef {object} Step
 * @property {string | null} note
 * @property {import('../table/protocol.js').View} view
 * @property {import('../table/protocol.js').Event[]} events
 * @property {boolean} fresh
 * @property {'read' | 'moment' | 'act'} wait
 * @property {number | null} [then]
 * @property {Record<string, number>} [moves]
 * @property {string | null} [wants]
 * @property {Record<string, string>} [others]
 *
 * @typedef {{table: import('../table/protocol.js').Table, steps: Step[]}} Scene
 * @typedef {{scene: number, step: number}} Place
 */

/** How long others think, ms; longer where a trick lies there to be read. */
const PACE = { plain: 450, trick: 1100 };

/**
 * @param {Scene[]} scenes
 * @param {Place} place
 * @returns {Step}
 */
export function stepAt(scenes, { scene, step }) {
  const found = scenes[scene]?.steps[step];
  if (!found) throw new RangeError(`the lesson has no step ${scene}.${step}`);
  return found;
}

/**
 * Return what an action is looked up by; as games/lesson/course.py does it.
 * @param {import('../table/protocol.js').Action} action
 */
export function actionKey({ type, card, sign }) {
  return `${type}:${card ?? sign ?? ''}`;
}

/**
 * Return where a step leads that waits for nothing but time or a reader; null at the end of all.
 * @param {Scene[]} scenes
 * @param {Place} place
 * @returns {Place | null}
 */
export function following(scenes, place) {
  const { then } = stepAt(scenes, place);
  if (typeof then === 'number') return { ...place, step: then };
  return place.scene + 1 < scenes.length ? { scene: place.scene + 1, step: 0 } : null;
}

/**
 * Return where an action leads, or the name of the note on why another is meant ('' for none of its own).
 * @param {Scene[]} scenes
 * @param {Place} place
 * @param {import('../table/protocol.js').Action} action
 * @returns {Place | string}
 */
export function acting(scenes, place, action) {
  const { moves = {}, others = {} } = stepAt(scenes, place);
  const step = moves[actionKey(action)];
  return step === undefined ? (others[action.card ?? ''] ?? '') : { ...place, step };
}

/**
 * Return how long a step stands that waits for somebody else, ms.
 * @param {Step} step
 */
export function pace({ events }) {
  return events.some(({ type }) => type === 'trick_taken') ? PACE.trick : PACE.plain;
}

/**
 * Return how far the lesson is, from 0 to 1: by scenes, and by the notes read in each.
 * @param {Scene[]} scenes
 * @param {Place} place
 * @param {number} notes read in this scene
 */
export function progress(scenes, place, notes) {
  const all = scenes.map(({ steps }) => new Set(steps.flatMap(({ note }) => (note ? [note] : []))).size);
  const before = all.slice(0, place.scene).reduce((sum, one) => sum + one, 0);
  const total = all.reduce((sum, one) => sum + one, 0);
  return Math.min(1, (before + Math.min(notes, all[place.scene] ?? 0)) / total);
}
