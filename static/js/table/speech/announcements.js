/** Announce what happens in the live regions: gathered until it rests, so that fast bots do not bury the turn. */
import { gettext as _ } from '../../lib/i18n.js';
import { preferences } from '../../lib/preferences.js';
import { isSimple } from '../../lib/simple_view.js';
import { yourCut } from '../input/cut.js';
import { fetchLateTexts, needsLateTexts } from './fetch_texts.js';
import { lateTexts } from './lazy_texts.js';
import { concernsYou, inPlay, promptText, speechContext, substituted, yourMove } from '../state/selectors.js';
import { sentences } from './sentences.js';
import { page, show, state } from '../state/store.js';
import { hasRail } from '../views/window_shape.js';

/** @typedef {import('../protocol.js').Table} Table */

const REST = 250;
const KEPT = 200;
/** Characters for which there is room in two lines, upright and else; and what "Your turn." takes of it. */
const ROOM = isSimple ? { upright: 60, wide: 90 } : { upright: 96, wide: 116 };
const TURN = 12;

const ENDS = ['deal_ended', 'match_ended', 'claimed', 'claim_failed', 'resigned', 'three_killed', 'penalised', 'warned', 'offered', 'replied', 'paused', 'resumed', 'taken_back'];
/** @type {Record<string, string[] | undefined>} */
const BRIEF = {
  brief: ['card_played', 'trick_taken', 'exchanged', 'bid_made', 'auction_won', 'called', 'marriage_shown', ...ENDS],
  turn: ENDS,
};

/** @type {string[]} */
let queued = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let turnSaid = '';

/** @type {Promise<void> | null} Announces what waits for its words, and all after it. */
let pending = null;

/** @type {typeof import('./trick_log.js') | null} Writes the account trick by trick, which only wide windows show. */
let writer = null;

/** Tell what led to the newest view. */
export function announce() {
  const now = state.value;
  const unwritten = hasRail.value && !writer;
  const ready = lateTexts() !== null || !(now.fresh ? inPlay(now.view) : unwritten || needsLateTexts(now.events));
  if (!pending && ready && !unwritten) {
    announceView(now);
    return;
  }
  const turn = (pending ?? Promise.resolve())
    .then(() => fetchMissing(!ready))
    .then(() => {
      announceView(now);
      if (pending === turn) pending = null;
    });
  pending = turn;
}

/**
 * Fetch what has to be there before the next events are announced; without the log trick by trick they are announced all the same.
 * @param {boolean} words whether words are among it
 */
async function fetchMissing(words) {
  if (hasRail.value && !writer) writer = await import('./trick_log.js').catch(() => null);
  if (words) await fetchLateTexts();
}

/** @param {import('../protocol.js').View} view */
function standingText(view) {
  return lateTexts()?.arrivalText(view, speechContext(), state.value.table.tournament) ?? '';
}

/** @param {import('../state/reduce.js').State} now */
function announceView({ view, events, fresh }) {
  if (!view) return;
  // The same words are said aloud again only if they were gone between.
  if (!yourMove() && !yourCut() && !substituted() && page.value.alert) show({ alert: '' });
  const lines = !fresh ? sentences(events, speechContext()) : inPlay(view) ? [standingText(view)].filter(Boolean) : [];
  if (!lines.length && !yourMove()) return;
  if (lines.length) {
    const account = hasRail.value ? writeLog(view, events, fresh, lines) : [];
    // Who comes back to a match finds there how it stands, once.
    show({ log: fresh ? lines : [...page.value.log, ...lines].slice(-KEPT), account, notice: '' });
  }
  const announced = fresh ? lines : announcedSentences(events);
  queued = fresh ? announced : [...queued, ...announced];
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

/**
 * Return the account trick by trick, which is kept where there is room to show it.
 * @param {import('../protocol.js').View} view
 * @param {import('../protocol.js').Event[]} events
 * @param {boolean} fresh
 * @param {string[]} lines
 */
function writeLog(view, events, fresh, lines) {
  const { account: blocks, log } = page.value;
  if (!writer) return [];
  // What was said before the writer came, the draw and the cut, stays where it stood.
  const before = blocks.length || !log.length ? blocks : [{ kind: /** @type {const} */ ('text'), said: log }];
  if (blocks.length && events.some(({ type }) => type === 'taken_back')) return writer.rewound(before, view, events, speechContext());
  if (!fresh && (blocks.length || !view.last_trick)) return writer.recorded(before, events, speechContext());
  return writer.found(view, fresh ? (lines[0] ?? '') : standingText(view), speechContext());
}

/**
 * Return the sentences for events that are announced aloud, by preference; the log has them all.
 * @param {import('../protocol.js').Event[]} events
 */
function announcedSentences(events) {
  const { speech } = preferences.value;
  const wanted = BRIEF[speech];
  return sentences(wanted ? events.filter(({ type }) => wanted.includes(type)) : events, speechContext(), !wanted);
}

/**
 * Tell what a change of the table means for the seats of a match: whom a bot plays for, who plays again, what is asked about
 * those who are gone, and with whom a match begins.
 * @param {Table | null} before null on arrival
 * @param {Table} after
 */
export async function announceTable(before, after) {
  if (before?.status === 'waiting' && after.status === 'playing') {
    // Before, the view of the waiting table says it (`views/waiting.js`).
    const last = (await import('./waiting_texts.js').catch(() => null))?.seatNews(before, after);
    if (last) announceSoon([last]);
  }
  if (!isDisturbed(before) && !isDisturbed(after)) return;
  const texts = await import('./absence_texts.js').catch(() => null);
  if (!texts) return;
  const own = texts.ownSeatNews(before, after);
  const others = [...texts.substituteNews(before, after), ...texts.absenceNews(before, after, concernsYou)];
  if (own && substituted()) show({ alert: own, line: own, notice: '' });
  else if (own) {
    turnSaid = ''; // it may still be the turn that was called before the bot came
    others.unshift(own);
  }
  if (others.length) announceSoon(others);
}

/** @param {Table | null} table */
function isDisturbed(table) {
  return table !== null && (Boolean(table.absences?.length) || table.seats.some((seat) => seat.substitute));
}

/** @param {string[]} lines */
function announceSoon(lines) {
  show({ notice: '' });
  queued = [...queued, ...lines];
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

/** Call who is to cut, once it may be. */
export function announceCut() {
  if (!yourCut()) return;
  clearTimeout(timer);
  timer = setTimeout(speak, REST);
}

function speak() {
  const { view, seq, match } = state.value;
  const key = `${match}:${view?.deal}:${seq}`;
  const turn = (yourMove() || yourCut()) && turnSaid !== key;
  show({
    ...(queued.length ? { said: queued.join(' '), line: newest(queued) } : {}),
    alert: turn ? [_('It is your turn.'), promptText(), trickForTurn()].filter(Boolean).join(' ') : substituted() ? page.value.alert : '',
  });
  if (turn) turnSaid = key;
  queued = [];
}

/** Return what lies on the table, for who hears of nothing but their turn. */
function trickForTurn() {
  const { view } = state.value;
  return view?.trick?.plays.length && preferences.value.speech === 'turn' ? (lateTexts()?.trickText(view, speechContext()) ?? '') : '';
}

/**
 * Return the last sentences, as many as there is room for over the hand, beside what is asked of one.
 * @param {string[]} lines
 */
function newest(lines) {
  const upright = globalThis.matchMedia?.('(max-aspect-ratio: 1/1)').matches;
  let from = lines.length - 1;
  let room = (upright ? ROOM.upright : ROOM.wide) - (yourMove() ? TURN + promptText().length : 0) - (lines[from]?.length ?? 0);
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
