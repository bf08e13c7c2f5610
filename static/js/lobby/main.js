/** The lobby stays true: tables that wait come over a socket; without one the page is as it was. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { openSocket } from '../lib/socket.js';
import { tileHref } from '../lib/tile.js';

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} name
 * @property {string} preset
 * @property {number} players
 * @property {string} teams
 * @property {number} target
 * @property {number} changes rules that are unlike those of the preset
 * @property {number} stake in chips of play money; 0: for nothing
 * @property {number | null} turn_ms
 * @property {string} programs who may sit down with programs: none, casual, rated
 * @property {number} boards decks of duplicate matches; 0: they are none
 * @property {string[]} seated
 * @property {number} free
 * @property {string} url
 */

const place = /** @type {HTMLElement} */ (document.querySelector('#tables'));
const news = /** @type {HTMLElement} */ (document.querySelector('#tables-news'));
const titles = JSON.parse(document.querySelector('#preset-titles')?.textContent ?? '{}');
let known = -1;

/** @param {Row} row */
function sides(row) {
  if (row.teams === 'pairs') return row.players === 6 ? _('three pairs') : _('pairs');
  if (row.teams === 'threes') return _('two threes');
  return row.players === 2 ? _('one against one') : _('each alone');
}

/** @param {Row} row */
function clock(row) {
  return row.turn_ms === null
    ? _('no clock')
    : _('%(n)s s a turn', { n: Math.round(row.turn_ms / 1000) });
}

/** @param {Row} row */
function stake(row) {
  return row.stake ? ` · ${ngettext('stake: %(n)s chip', 'stake: %(n)s chips', row.stake)}` : '';
}

/**
 * An element with what it holds: texts stay texts.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} inner
 */
function make(name, attributes = {}, ...inner) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inner);
  return element;
}

/** @param {string} name */
function face(name) {
  const [tile, use] = ['svg', 'use'].map((kind) => document.createElementNS('http://www.w3.org/2000/svg', kind));
  if (!tile || !use) return '';
  tile.setAttribute('class', 'tile');
  use.setAttribute('href', tileHref(name));
  tile.append(use);
  return make('span', { class: 'ava' }, tile);
}

/** @param {Row} row */
function line(row) {
  const title = titles[row.preset] ?? row.preset;
  const names = row.seated.join(', ');
  const changed = ngettext('%(n)s rule changed', '%(n)s rules changed', row.changes);
  const free = ngettext('%(n)s seat free', '%(n)s seats free', row.free);
  const head = make('div', { class: 'row' }, make('b', {}, row.name || title));
  if (row.changes) head.append(make('span', { class: 'badge hot' }, changed));
  if (row.programs !== 'none') head.append(make('span', { class: 'badge' }, _('programs too')));
  if (row.boards) head.append(make('span', { class: 'badge' }, _('duplicate')));
  const about = `${title}, ${row.players}: ${sides(row)} · ${clock(row)}${stake(row)}`;
  return make(
    'li',
    { 'data-id': row.id },
    make(
      'div',
      { class: 'grow stack tight' },
      head,
      make('span', { class: 'small muted' }, about),
      make(
        'div',
        { class: 'row' },
        make('span', { class: 'avas', 'aria-hidden': 'true' }, ...row.seated.map(face)),
        make('span', { class: 'small muted' }, `${names} · ${free}`),
      ),
    ),
    make(
      'a',
      { class: 'btn', href: row.url, 'aria-label': _('Sit down with %(names)s', { names }) },
      _('Sit down'),
    ),
  );
}

/** The rows as they stand, so that what did not change keeps its focus. @type {Map<string, {text: string, item: HTMLElement}>} */
const rows = new Map();

/** @param {Row[]} tables */
function draw(tables) {
  const items = tables.map((row) => {
    const text = JSON.stringify(row);
    const old = rows.get(row.id);
    const item = old?.text === text ? old.item : line(row);
    rows.set(row.id, { text, item });
    return item;
  });
  for (const id of rows.keys()) if (!tables.some((row) => row.id === id)) rows.delete(id);
  const focused = document.activeElement;
  let list = place.querySelector('ul.list');
  if (!items.length) {
    const words = _('Nobody waits just now. Play now, and if nobody comes, bots sit down.');
    place.replaceChildren(make('div', { class: 'empty stack tight' }, make('p', {}, words)));
  } else {
    if (!list || known === -1) place.replaceChildren((list = make('ul', { class: 'list' })));
    list.replaceChildren(...items);
  }
  if (focused instanceof HTMLElement && place.contains(focused)) focused.focus({ preventScroll: true });
  if (known >= 0 && known !== tables.length)
    news.textContent = ngettext('%(n)s table waits.', '%(n)s tables wait.', tables.length);
  known = tables.length;
}

/**
 * @param {number} online people who are here
 * @param {number} playing matches that run
 */
function counts(online, playing) {
  const line = document.querySelector('[data-counts]');
  if (!line) return;
  const here = ngettext('%(n)s person here', '%(n)s people here', online);
  const runs = ngettext('%(n)s match running', '%(n)s matches running', playing);
  line.textContent = `${here} · ${runs}`;
}

const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
const socket = openSocket({
  url: `${scheme}://${location.host}/ws/lobby/`,
  hello: () => ({ t: 'p', have: null }),
  beat: () => ({ t: 'p', have: null }),
  onMessage: (message) => {
    if (message.t !== 'tables') return;
    draw(message.tables);
    counts(message.online, message.playing);
  },
  onState: () => undefined,
});
document.addEventListener('visibilitychange', () => document.hidden || socket.retry());
