/** The lesson in the place of the server: it answers the table with the steps of the course. */
import { gettext as _ } from '../lib/i18n.js';
import { signal } from '../lib/signals.js';
import { connector } from '../table/connector.js';
import { begin } from '../table/state/store.js';
import { acting, following, pace, stepAt } from './course.js';

const data = JSON.parse(document.querySelector('#lesson-data')?.textContent ?? '{"scenes": [], "notes": {}}');
/** @type {import('./course.js').Scene[]} */
export const scenes = data.scenes;
/** @type {Record<string, [string, string]>} title and text of each note */
export const notes = data.notes;

/**
 * What the coach shows: where the lesson is, the note that was shown last and those before it in
 * this scene, a word on an action that was not meant, and whether the reader is waited for.
 * @typedef {{at: import('./course.js').Place, note: string, read: import('./course.js').Place[], aside: [string, string] | null, wait: 'read' | 'moment' | 'act'}} Lesson
 */

/** @type {import('../lib/signals.js').Signal<Lesson>} */
export const lesson = signal({ at: { scene: 0, step: 0 }, note: '', read: [], aside: null, wait: 'moment' });

/** @type {(message: any) => void} */
let answer = () => {};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let course = 0;
let seq = 0;

/**
 * Show a step.
 * @param {import('./course.js').Place} at
 * @param {boolean} [again] it was shown before, so that nothing moves
 */
function go(at, again = false) {
  clearTimeout(timer);
  const step = stepAt(scenes, at);
  const before = lesson.value;
  const other = before.at.scene !== at.scene;
  if (again || other || !course) course += 1;
  if (other) begin(table(at.scene));
  const read = other ? [] : before.read;
  lesson.value = {
    at,
    wait: step.wait,
    note: step.note ?? before.note,
    read: step.note && !again ? [...read, at] : read,
    aside: null,
  };
  seq += 1;
  const { view, events } = step;
  answer({ t: 'state', match: `lesson-${course}`, seq, view, events: again ? [] : events, clock: null, fresh: again || step.fresh });
  if (step.wait !== 'moment') return;
  timer = setTimeout(() => {
    const next = following(scenes, at);
    if (next) go(next);
  }, pace(step));
}

/** @param {number} scene */
function table(scene) {
  return /** @type {import('./course.js').Scene} */ (scenes[scene]).table;
}

/** How long the end of the lesson waits for the server, ms. */
const STORE_PATIENCE = 4000;

/** Whether the server has stored that the lesson is done, or cannot be reached. */
export const settled = signal(false);
let sent = false;

/**
 * Tell the server that the lesson is done, once. The ways on wait for the answer: it may bring a new
 * session, which must not replace the one of a guest who has sat down meanwhile.
 */
export function finish() {
  if (sent) return;
  sent = true;
  const settle = () => {
    settled.value = true;
  };
  const form = document.querySelector('#lesson-done');
  if (!(form instanceof HTMLFormElement)) return queueMicrotask(settle);
  const patience = new AbortController();
  setTimeout(() => patience.abort(), STORE_PATIENCE);
  fetch(form.action, { method: 'POST', body: new FormData(form), redirect: 'manual', signal: patience.signal }).then(settle, settle);
}

/** Go on to the next step, once the note was read. */
export function goForward() {
  const next = lesson.value.wait === 'read' ? following(scenes, lesson.value.at) : null;
  if (next) go(next);
}

/** Go back to the note before this one, and the cards as they were then. */
export function goBack() {
  const read = lesson.value.read.slice(0, -1);
  const last = read.at(-1);
  if (!last) return;
  lesson.value = { ...lesson.value, read };
  go(last, true);
}

/** @param {any} message what the table sends */
function send(message) {
  if (message.t !== 'act') return true;
  const { at, wait } = lesson.value;
  const next = wait === 'act' ? acting(scenes, at, message.a) : '';
  answer({ t: 'ack', id: message.id });
  if (typeof next === 'object') go(next);
  else if (wait !== 'moment') lesson.value = { ...lesson.value, aside: notes[next] ?? other(wait) };
  return true;
}

/**
 * Return a note on what may be done at a table, but is not meant here.
 * @param {string} wait
 * @returns {[string, string]}
 */
function other(wait) {
  if (wait === 'read') return [_('One moment'), _('Press “Go on” first.')];
  return [_('Later'), _('That can be done at a table. For this lesson, do what is marked.')];
}

connector.open = ({ onMessage, onState }) => {
  answer = onMessage;
  queueMicrotask(() => {
    onState('open');
    go({ scene: 0, step: 0 });
  });
  return { send, retry: () => {}, probe: () => {}, close: () => {} };
};
