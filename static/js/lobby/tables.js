/** The list of tables that wait. It never moves under a finger: new tables come when they are asked for. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { line, make, merge } from './rows.js';

/** @typedef {import('./rows.js').Row} Row */

const QUIET = 5000;

/** @param {string} id */
const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

/**
 * Keep the list true.
 * @param {string[]} searched tables at which one searches for people, to be left out
 * @returns {{update: (tables: Row[]) => void, hide: (id: string) => void}} `hide` leaves out a table of one's own
 */
export function tableList(searched) {
  const place = /** @type {HTMLElement} */ (document.querySelector('#tables'));
  const news = /** @type {HTMLElement} */ (document.querySelector('#tables-news'));
  const more = /** @type {HTMLButtonElement} */ (document.querySelector('#tables-new'));
  const empty = place.querySelector('.empty')?.cloneNode(true) ?? null;
  const known = { titles: read('preset-titles') ?? {}, people: new Set(read('known-people') ?? []), faces: read('chosen-faces') ?? {} };
  const own = new Set([...(read('own-tables') ?? []), ...searched]);
  /** The rows as they stand, so that what did not change keeps its focus. @type {Map<string, {text: string, row: Row, item: HTMLElement}>} */
  const rows = new Map();
  /** @type {Row[]} */
  let latest = [];
  let begun = false;
  let spoke = 0;

  /** @param {Row} row @param {boolean} gone */
  function item(row, gone) {
    const text = JSON.stringify([row, gone]);
    const old = rows.get(row.id);
    const element = old?.text === text ? old.item : line(row, known, gone);
    rows.set(row.id, { text, row, item: element });
    return element;
  }

  /** @param {HTMLElement[]} items */
  function show(items) {
    const focused = document.activeElement;
    const at = focused instanceof HTMLElement ? focused.closest('[data-id]')?.getAttribute('data-id') : null;
    if (!items.length) place.replaceChildren(empty?.cloneNode(true) ?? nobody());
    else {
      let list = place.querySelector('ul.list[data-live]');
      if (!list) place.replaceChildren((list = make('ul', { class: 'list', 'data-live': '' })));
      list.replaceChildren(...items);
    }
    if (!at || document.activeElement !== document.body) return;
    const next = place.querySelector(`[data-id="${CSS.escape(at)}"] a, a`);
    (next instanceof HTMLElement ? next : more).focus({ preventScroll: true });
  }

  function nobody() {
    const words = _('Nobody is waiting right now. Open a table and send its link, or play now.');
    return make('div', { class: 'empty row' }, make('p', { class: 'grow' }, words));
  }

  /** Show all tables as they are now. */
  function all() {
    for (const id of [...rows.keys()]) if (!latest.some((row) => row.id === id)) rows.delete(id);
    show(latest.map((row) => item(row, false)));
    more.hidden = true;
  }

  /** @param {string} words */
  function say(words) {
    if (Date.now() - spoke < QUIET) return;
    spoke = Date.now();
    news.textContent = words;
  }

  /** @param {Row[]} tables */
  function update(tables) {
    latest = tables.filter((row) => !own.has(row.id));
    const shown = [...rows.keys()];
    if (!begun || !shown.length || document.hidden) {
      all();
      if (begun && latest.length) say(waiting(latest.length));
      begun = true;
      return;
    }
    const { gone, fresh } = merge(shown, latest);
    if (gone.size === shown.length && !fresh.length && !place.matches(':focus-within, :hover')) return all();
    const now = new Map(latest.map((row) => [row.id, row]));
    show(
      shown.map((id) => {
        const row = now.get(id) ?? rows.get(id)?.row;
        return row ? item(row, gone.has(id)) : make('li');
      }),
    );
    more.hidden = !fresh.length;
    more.textContent = ngettext('%(n)s new table', '%(n)s new tables', fresh.length);
    if (fresh.length) say(`${more.textContent}.`);
  }

  more.addEventListener('click', () => {
    const before = new Set(rows.keys());
    all();
    const first = latest.find((row) => !before.has(row.id));
    const link = first && rows.get(first.id)?.item.querySelector('a');
    (link instanceof HTMLElement ? link : place.querySelector('a'))?.focus();
  });

  return {
    update,
    hide: (id) => {
      own.add(id);
      if (rows.has(id)) update(latest);
    },
  };
}

/** @param {number} n */
function waiting(n) {
  return ngettext('%(n)s table is waiting.', '%(n)s tables are waiting.', n);
}
