/** The lobby stays true: who waits comes over a socket, a search runs in its place, games are a tap away. */
import { ngettext } from '../lib/i18n.js';
import { noteWayOut } from '../lib/came_by_key.js';
import { guardPresses } from '../lib/press_guard.js';
import { openSocket } from '../lib/socket.js';
import { greeting, minutes, showTimeLeft } from './time.js';

const form = /** @type {HTMLFormElement} */ (document.querySelector('[data-play]'));
const counts = /** @type {HTMLElement} */ (form.querySelector('[data-counts]'));
const speech = /** @type {HTMLElement} */ (form.querySelector('[data-said]'));
const drawer = /** @type {HTMLDialogElement} */ (document.querySelector('#games'));
const opener = /** @type {HTMLElement} */ (form.querySelector('[data-games]'));
const place = /** @type {HTMLElement} */ (document.querySelector('#tables'));

const bell = /** @type {HTMLAnchorElement | null} */ (document.querySelector('[data-bell]'));

/** What the search says; while it is silent the line tells who is here. */
let searchText = '';
let online = 0;
let playing = 0;

guardPresses(document.body);
noteWayOut();

/** Return who is here and what runs, in words; '' where the reader is alone. */
function countsInWords() {
  if (online < 2 && !playing) return '';
  const here = ngettext('%(n)s person here', '%(n)s people here', online);
  if (!playing) return here;
  return `${here} · ${ngettext('%(n)s match running', '%(n)s matches running', playing)}`;
}

function showCounts() {
  const words = searchText || countsInWords();
  if (counts.textContent !== words) counts.textContent = words;
}

/** @type {ReturnType<typeof import('./tables.js').tableList> | undefined} */
let list;
/** Tables of one's own, to be left out of the list. @type {string[]} */
const own = [];

/**
 * Keep the list true; what draws it is fetched when there is something to draw.
 * @param {import('./rows.js').Row[]} rows
 */
async function show(rows) {
  if (!list && !rows.length && place.querySelector('.empty')) return;
  const { tableList } = await import('./tables.js');
  list ??= tableList(own);
  list.update(rows);
}

/** @type {ReturnType<typeof import('./search.js').searching> | undefined} */
let search;

/** Fetch what a search takes, when somebody may soon begin one; what did not come is asked for anew. */
async function fetchSearch() {
  const { searching } = await import('./search.js');
  search ??= searching(form, {
    onTable: (id) => {
      own.push(id);
      list?.hide(id);
    },
    say: (text) => {
      searchText = text;
      speech.textContent = text;
      showCounts();
    },
  });
  return search;
}

/**
 * Look for people on this page; where that cannot be fetched the form does the same by another page.
 * @param {HTMLFormElement} asked
 * @param {FormData} data
 */
function look(asked, data) {
  fetchSearch().then(
    (part) => part.search(data),
    () => asked.submit(),
  );
}

const button = /** @type {HTMLElement} */ (form.querySelector('[data-search]'));
for (const type of ['pointerdown', 'focus'])
  button.addEventListener(type, () => void fetchSearch().catch(() => undefined), { once: true });
form.addEventListener('submit', (event) => {
  const by = event.submitter;
  if (by instanceof HTMLButtonElement && ['bot', 'bots'].includes(by.name)) {
    search?.leave(); // the server takes the search into the match with bots, or ends it
    by.setAttribute('aria-busy', 'true');
    return;
  }
  event.preventDefault();
  if (search?.active()) search.stop();
  else look(form, new FormData(form));
});

// Back from the table by the button of the browser: the page stands as it was left.
window.addEventListener('pageshow', () => form.querySelector('[aria-busy]')?.removeAttribute('aria-busy'));

// -- every game in a drawer ------------------------------------------------------------------------

/** Open the drawer; the browser keeps the focus in it, closes it by Escape and gives the focus back. */
function openDrawer() {
  if (!drawer.open) drawer.showModal();
}

opener.addEventListener('click', (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openDrawer();
});
drawer.addEventListener('click', ({ target }) => target === drawer && drawer.close());
drawer.querySelector('form')?.addEventListener('submit', (event) => {
  const by = event.submitter;
  const games = event.target;
  if (!(by instanceof HTMLButtonElement) || !(games instanceof HTMLFormElement)) return;
  const data = new FormData(games);
  if (data.get('bots')) return; // to the table at once
  event.preventDefault();
  data.set('game', by.value);
  data.set('team', String(new FormData(form).get('team') ?? ''));
  drawer.close();
  search?.stop();
  for (const radio of form.querySelectorAll('[name=game]'))
    if (radio instanceof HTMLInputElement) radio.checked = radio.value === by.value;
  button.scrollIntoView({ block: 'nearest' });
  button.focus({ preventScroll: true });
  look(games, data);
});

// -- keys ----------------------------------------------------------------------------------------

/** Whether single keys act: as the page brings it, since nothing else here needs the preferences. */
const keysOn = !(document.body.dataset.prefs ?? '').split('.').includes('keys:off');

/** @type {Record<string, () => void>} */
const KEYS = {
  j: () => form.requestSubmit(button),
  b: () => form.requestSubmit(/** @type {HTMLElement} */ (form.querySelector('[data-bots]'))),
  g: openDrawer,
  n: () => bell?.click(),
};

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !keysOn || document.querySelector('dialog[open]')) return;
  if (target instanceof Element && target.closest('input:not([type=radio], [type=checkbox]), select, textarea')) return;
  const act = KEYS[key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

// -- the clock of the reader -----------------------------------------------------------------------

const title = document.querySelector('[data-morning]');
const { morning, afternoon, evening } = title instanceof HTMLElement ? title.dataset : {};
if (title && morning && afternoon && evening) {
  const words = greeting(new Date().getHours(), { morning, afternoon, evening });
  if (title.textContent !== words) title.textContent = words;
}

const ends = /** @type {HTMLElement | null} */ (document.querySelector('[data-ends]'));
if (ends) setInterval(() => showTimeLeft(ends), 20_000);

// -- the puzzle of the day -------------------------------------------------------------------------

document.querySelector('[data-answer]')?.addEventListener('submit', answerHere, { once: true });

/**
 * Answer the puzzle on this page; where that cannot be fetched the form does the same by another page.
 * @param {Event} event
 */
function answerHere(event) {
  const { target, submitter } = /** @type {SubmitEvent} */ (event);
  if (!(target instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
  event.preventDefault();
  import('./puzzle.js').then(
    (part) => part.answer(target, submitter),
    () => target.requestSubmit(submitter),
  );
}

// -- the time left of a turn in one's own match ----------------------------------------------------

const came = performance.now();
const clocks = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-left]')]);
if (clocks.length)
  setInterval(() => {
    for (const clock of clocks) {
      const left = Number(clock.dataset.left) * 1000 - (performance.now() - came);
      clock.textContent = minutes(Math.max(0, left));
    }
  }, 1000);

// -- the socket ----------------------------------------------------------------------------------

const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
const socket = openSocket({
  url: `${scheme}://${location.host}/ws/lobby/`,
  hello: () => ({ t: 'p', have: null }),
  beat: () => ({ t: 'p', have: null }),
  onMessage: (message) => {
    if (message.t === 'unread' && bell)
      import('../lib/bell.js').then(
        (part) => part.showUnread(bell, message.unread),
        () => undefined,
      );
    if (message.t !== 'tables') return;
    show(message.tables).catch(() => undefined);
    ({ online, playing } = message);
    showCounts();
  },
  onState: () => undefined,
});
document.addEventListener('visibilitychange', () => document.hidden || socket.retry());
