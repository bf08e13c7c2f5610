/** What the live regions say: gathered until it rests, so that fast bots do not bury the turn. */
import { gettext as _ } from '../lib/i18n.js';
import { preferences } from '../lib/preferences.js';
import { yourCut } from './cut.js';
import { asked, told, yourMove } from './seen.js';
import { account, standText, trickText } from './speech.js';
import { page, show, state } from './store.js';

const REST = 250;
const KEPT = 200;
const ROOM = 130;

const ENDS = ['deal_ended', 'match_ended', 'claimed', 'resigned', 'three_killed', 'penalised', 'warned', 'offered', 'replied', 'paused', 'resumed'];
/** @type {Record<string, string[] | undefined>} */
const BRIEF = {
  brief: ['card_played', 'trick_taken', 'exchanged', 'bid_made', 'auction_won', 'called', 'marriage_shown', ...ENDS],
  turn: ENDS,
};

/** @type {string[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let turnSaid = '';

/** Tell what led to the newest view. */
export function tell() {
  const { view, events, fresh } = state.value;
  if (!view) return;
  // The same words are said aloud again only if they were gone between.
  if (!yourMove() && !yourCut() && page.value.alert) show({ alert: '' });
  // Before the first cards there is nothing to say of how a match stands.
  const stands = view.deal > 1 || view.counts.some((held) => held > 0);
  const lines = !fresh ? account(events, told()) : stands ? [standText(view, told())] : [];
  if (!lines.length && !yourMove()) return;
  if (lines.length) show({ log: [...page.value.log, ...lines].slice(-KEPT), notice: '' });
  const heard = fresh ? lines : spoken(events);
  waiting = fresh ? heard : [...waiting, ...heard];
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

/**
 * What is said aloud of it, by preference; all of it stands in the account.
 * @param {import('./protocol.js').Event[]} events
 */
function spoken(events) {
  const { speech } = preferences.value;
  const wanted = BRIEF[speech];
  return account(wanted ? events.filter(({ type }) => wanted.includes(type)) : events, told(), !wanted);
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
    alert: turn ? [_('It is your turn.'), asked(), lying()].filter(Boolean).join(' ') : '',
  });
  if (turn) turnSaid = key;
  waiting = [];
}

/** What lies on the table, for who hears of nothing but their turn. */
function lying() {
  const { view } = state.value;
  return view?.trick?.plays.length && preferences.value.speech === 'turn' ? trickText(view, told()) : '';
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
