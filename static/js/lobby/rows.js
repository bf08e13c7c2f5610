/** The tables that wait, as they are drawn: one row each, and what of a new list may be shown at once. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { tileHref } from '../lib/tile.js';

/** @typedef {{within: number | null, low: number | null, high: number | null, newcomers: boolean}} Range */

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
 * @property {Range | null} [range] ratings of the people who may sit down; null: any
 * @property {string[]} seated
 * @property {number} free
 * @property {string} url
 */

/**
 * @typedef {object} Known
 * @property {Record<string, string>} titles names of presets
 * @property {Set<string>} people names of people whom the reader follows
 * @property {Record<string, string>} faces tiles that people chose, by their names
 */

/**
 * Return what of a new list is shown without moving what is shown already: tables that stay keep their
 * places, those that are gone stay as such, and new ones wait until they are asked for.
 * @template {{id: string}} T
 * @param {string[]} shown ids in the order they stand on the page
 * @param {T[]} tables as they are now
 * @returns {{order: string[], gone: Set<string>, fresh: T[]}}
 */
export function merge(shown, tables) {
  const now = new Set(tables.map(({ id }) => id));
  const there = new Set(shown);
  return {
    order: shown,
    gone: new Set(shown.filter((id) => !now.has(id))),
    fresh: tables.filter(({ id }) => !there.has(id)),
  };
}

/** @param {Row} row */
function sides(row) {
  if (row.teams === 'pairs') return row.players === 6 ? _('three pairs') : _('pairs');
  if (row.teams === 'threes') return _('two threes');
  return row.players === 2 ? _('head to head') : _('each alone');
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
 * Return an element with what it holds: texts stay texts.
 * @param {string} name
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} inner
 */
export function make(name, attributes = {}, ...inner) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inner);
  return element;
}

/**
 * Draw somebody's face: the tile that they chose, else that of their name.
 * @param {string} name
 * @param {Known} known
 */
function face(name, { faces }) {
  const [tile, use] = ['svg', 'use'].map((kind) => document.createElementNS('http://www.w3.org/2000/svg', kind));
  if (!tile || !use) return '';
  tile.setAttribute('class', 'tile');
  use.setAttribute('href', tileHref(name, faces[name]));
  tile.append(use);
  return make('span', { class: 'ava' }, tile);
}

/**
 * Return a range of ratings in a few words each, as games/pages/wording/rating_range.py has them.
 * @param {Range | null} [range]
 */
export function rangeWords(range) {
  if (!range) return [];
  const { within, low, high, newcomers } = range;
  /** @type {string[]} */
  const found = [];
  if (within !== null) found.push(_("rating ±%(n)s of the host's", { n: within }));
  else if (low !== null && high !== null) found.push(_('rating %(low)s to %(high)s', { low, high }));
  else if (low !== null) found.push(_('rating from %(low)s', { low }));
  else if (high !== null) found.push(_('rating up to %(high)s', { high }));
  if (!newcomers) found.push(_('not without a rating'));
  return found;
}

/**
 * Return the badges of a table: whom one knows there, and what is unlike the usual.
 * @param {Row} row
 * @param {Known} known
 */
function badges(row, known) {
  const friend = row.seated.find((name) => known.people.has(name));
  /** @type {[string, string][]} */
  const found = [];
  if (friend) found.push(['badge ok', _('You follow %(friend)s', { friend })]);
  if (row.changes) found.push(['badge hot', ngettext('%(n)s rule changed', '%(n)s rules changed', row.changes)]);
  if (row.programs !== 'none') found.push(['badge', _('programs too')]);
  for (const words of rangeWords(row.range)) found.push(['badge', words]);
  if (row.boards) found.push(['badge', _('duplicate')]);
  return found.map(([kind, words]) => make('span', { class: kind }, words));
}

/**
 * Return a row; where the table is gone it says so in the place of its button.
 * @param {Row} row
 * @param {Known} known
 * @param {boolean} [gone]
 */
export function line(row, known, gone = false) {
  const title = known.titles[row.preset] ?? row.preset;
  const names = row.seated.join(', ');
  const free = ngettext('%(n)s seat free', '%(n)s seats free', row.free);
  const rules = row.name ? `${title}, ` : '';
  const about = `${rules}${row.players}: ${sides(row)} · ${clock(row)}${stake(row)}`;
  const empty = Array.from({ length: row.free }, () => make('span', { class: 'ava free' }));
  const spoken = make('span', { class: 'sr' }, ` ${names}`);
  return make(
    'li',
    { 'data-id': row.id, ...(gone ? { class: 'over' } : {}) },
    make(
      'div',
      { class: 'grow stack tight' },
      make('div', { class: 'row' }, make('b', {}, row.name || title), ...badges(row, known)),
      make('span', { class: 'small muted' }, about),
      make(
        'div',
        { class: 'row seated' },
        make('span', { class: 'avas', 'aria-hidden': 'true' }, ...row.seated.map((name) => face(name, known)), ...empty),
        make('span', { class: 'small muted' }, `${names} · ${free}`),
      ),
    ),
    gone
      ? make('span', { class: 'small muted' }, _('Already gone'))
      : make('a', { class: 'btn', href: row.url }, _('Sit down'), spoken),
  );
}
