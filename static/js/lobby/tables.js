/** The list of tables that wait. It never moves under a finger: new tables come when they are asked for. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { line, make, merge } from './rows.js';

/** @typedef {import('./rows.js').Row} Row */

/** The least time between two sentences that are announced, ms. */
const QUIET = 5000;

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/**
 * Keep the list true.
 * @param {string[]} searched tables at which one searches for people, to be left out
 */
export function tableList(searched) {
  return new TableList(searched);
}

class TableList {
  place = /** @type {HTMLElement} */ (document.querySelector('#tables'));
  news = /** @type {HTMLElement} */ (document.querySelector('#tables-news'));
  more = /** @type {HTMLButtonElement} */ (document.querySelector('#tables-new'));
  empty = this.place.querySelector('.empty')?.cloneNode(true) ?? null;
  known = { titles: read('preset-titles') ?? {}, people: new Set(read('known-people') ?? []), faces: read('chosen-faces') ?? {} };
  /** The rows as they stand, so that what did not change keeps its focus. @type {Map<string, {text: string, row: Row, item: HTMLElement}>} */
  rows = new Map();
  /** @type {Row[]} */
  latest = [];
  begun = false;
  /** When a sentence was announced last, ms since 1970. */
  announcedAt = 0;

  /** @param {string[]} searched */
  constructor(searched) {
    this.own = new Set([...(read('own-tables') ?? []), ...searched]);
    this.more.addEventListener('click', () => this.showNew());
  }

  /**
   * Take the tables that wait now.
   * @param {Row[]} tables
   */
  update(tables) {
    this.latest = tables.filter((row) => !this.own.has(row.id));
    const shown = [...this.rows.keys()];
    if (!this.begun || !shown.length || document.hidden) {
      this.showAll();
      if (this.begun && this.latest.length) this.announce(waiting(this.latest.length));
      this.begun = true;
      return;
    }
    const { gone, fresh } = merge(shown, this.latest);
    if (gone.size === shown.length && !fresh.length && !this.place.matches(':focus-within, :hover')) this.showAll();
    else this.showInPlace(shown, gone, fresh);
  }

  /**
   * Leave out a table of one's own.
   * @param {string} id
   */
  hide(id) {
    this.own.add(id);
    if (this.rows.has(id)) this.update(this.latest);
  }

  /** Show all tables as they are now. */
  showAll() {
    for (const id of [...this.rows.keys()]) if (!this.latest.some((row) => row.id === id)) this.rows.delete(id);
    this.show(this.latest.map((row) => this.item(row, false)));
    this.more.hidden = true;
  }

  /**
   * Show the rows where they stand, and count those that wait behind the button.
   * @param {string[]} shown
   * @param {Set<string>} gone
   * @param {Row[]} fresh
   */
  showInPlace(shown, gone, fresh) {
    const now = new Map(this.latest.map((row) => [row.id, row]));
    this.show(
      shown.map((id) => {
        const row = now.get(id) ?? this.rows.get(id)?.row;
        return row ? this.item(row, gone.has(id)) : make('li');
      }),
    );
    this.more.hidden = !fresh.length;
    this.more.textContent = ngettext('%(n)s new table', '%(n)s new tables', fresh.length);
    if (fresh.length) this.announce(`${this.more.textContent}.`);
  }

  /** Show the tables behind the button, and focus the first of them. */
  showNew() {
    const before = new Set(this.rows.keys());
    this.showAll();
    const first = this.latest.find((row) => !before.has(row.id));
    const link = first && this.rows.get(first.id)?.item.querySelector('a');
    (link instanceof HTMLElement ? link : this.place.querySelector('a'))?.focus();
  }

  /** @param {Row} row @param {boolean} gone */
  item(row, gone) {
    const text = JSON.stringify([row, gone]);
    const old = this.rows.get(row.id);
    const item = old?.text === text ? old.item : line(row, this.known, gone);
    this.rows.set(row.id, { text, row, item });
    return item;
  }

  /** @param {HTMLElement[]} items */
  show(items) {
    const { place } = this;
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? focused.closest('[data-id]')?.getAttribute('data-id') : null;
    if (!items.length) place.replaceChildren(this.empty?.cloneNode(true) ?? nobody());
    else {
      let list = place.querySelector('ul.list[data-live]');
      if (!list) place.replaceChildren((list = make('ul', { class: 'list', 'data-live': '' })));
      list.replaceChildren(...items);
      list.setAttribute('data-means', items.map(({ dataset }) => dataset.id).join(' '));
    }
    if (!at || document.activeElement !== document.body) return;
    const next = place.querySelector(`[data-id="${CSS.escape(at)}"] a, a`);
    (next instanceof HTMLElement ? next : this.more).focus({ preventScroll: true });
  }

  /** @param {string} words */
  announce(words) {
    if (Date.now() - this.announcedAt < QUIET) return;
    this.announcedAt = Date.now();
    this.news.textContent = words;
  }
}

function nobody() {
  const words = _('Nobody is waiting now.');
  return make('div', { class: 'empty vacant-line' }, make('p', { class: 'grow' }, words));
}

/** @param {number} n */
function waiting(n) {
  return ngettext('%(n)s table is waiting.', '%(n)s tables are waiting.', n);
}
