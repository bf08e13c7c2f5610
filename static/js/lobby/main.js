/** The lobby stays true: tables that wait come over a socket; without one the page is as it was. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { html, nothing, render, repeat, svg } from '../lib/lit.js';
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

/** @param {Row} row */
function line(row) {
  const title = titles[row.preset] ?? row.preset;
  return html`<li>
    <div class="grow stack tight">
      <div class="row">
        <b>${row.name || title}</b>
        ${row.changes
          ? html`<span class="badge hot"
              >${ngettext('%(n)s rule changed', '%(n)s rules changed', row.changes)}</span
            >`
          : nothing}
      </div>
      <span class="small muted">${title}, ${row.players}: ${sides(row)} · ${clock(row)}${stake(row)}</span>
      <div class="row">
        <span class="avas" aria-hidden="true"
          >${row.seated.map(
            (name) => html`<svg class="tile">${svg`<use href=${tileHref(name)}></use>`}</svg>`,
          )}</span
        >
        <span class="small muted"
          >${row.seated.join(', ')} · ${ngettext('%(n)s seat free', '%(n)s seats free', row.free)}</span
        >
      </div>
    </div>
    <a class="btn" href=${row.url} aria-label=${_('Sit down with %(names)s', { names: row.seated.join(', ') })}
      >${_('Sit down')}</a
    >
  </li>`;
}

/** @param {Row[]} rows */
function draw(rows) {
  const empty = html`<div class="empty stack tight">
    <p>${_('Nobody waits just now. Play now, and if nobody comes, bots sit down.')}</p>
  </div>`;
  if (known === -1) place.replaceChildren();
  render(
    rows.length
      ? html`<ul class="list">
          ${repeat(
            rows,
            (row) => row.id,
            line,
          )}
        </ul>`
      : empty,
    place,
  );
  if (known >= 0 && known !== rows.length)
    news.textContent = ngettext('%(n)s table waits.', '%(n)s tables wait.', rows.length);
  known = rows.length;
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
