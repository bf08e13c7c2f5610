/** What the live regions say: gathered until it rests, so that fast bots do not bury the turn. */
import { gettext as _ } from '../lib/i18n.js';
import { yourCut } from './cut.js';
import { asked, told, yourMove } from './seen.js';
import { account, standText } from './speech.js';
import { page, show, state } from './store.js';

const REST = 250;
const KEPT = 200;
const ROOM = 130;

/** @type {string[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let turnSaid = '';

/** Tell what led to the newest view. */
export function tell() {
  const { view, events, fresh } = state.value;
  if (!view) return;
  // Before the first cards there is nothing to say of how a match stands.
  const stands = view.deal > 1 || view.counts.some((held) => held > 0);
  const lines = !fresh ? account(events, told()) : stands ? [standText(view, told())] : [];
  if (!lines.length && !yourMove()) return;
  if (lines.length) show({ log: [...page.value.log, ...lines].slice(-KEPT), notice: '' });
  waiting = fresh ? lines : [...waiting, ...lines];
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

/** Call who is to cut, once it may be. */
export function callCutter() {
  if (!yourCut()) return;
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

function speak() {
  const { view, seq, match } = state.value;
  const key = `${match}:${view?.deal}:${seq}`;
  const turn = (yourMove() || yourCut()) && turnSaid !== key;
  show({
    ...(waiting.length ? { said: waiting.join(' '), line: newest(waiting) } : {}),
    alert: turn ? [_('It is your turn.'), asked()].filter(Boolean).join(' ') : '',
  });
  if (turn) turnSaid = key;
  waiting = [];
}

/**
 * The last sentences, as many as there is room for over the hand.
 * @param {string[]} lines
 */
function newest(lines) {
  let from = lines.length - 1;
  let room = ROOM - (lines[from]?.length ?? 0);
  while (from > 0 && room > (lines[from - 1]?.length ?? 0)) {
    from -= 1;
    room -= lines[from]?.length ?? 0;
  }
  return lines.slice(from).join(' ');
}

/**
 * Answer a question about the table.
 * @param {string} text
 */
export function answer(text) {
  show({ notice: page.value.notice === text ? `${text}\u00a0` : text });
}
