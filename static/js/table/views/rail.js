/** Beside the table: what was said, and what the table is. Also the menu and its dialogs. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { act, command } from '../intents.js';
import { ownSeat } from '../seen.js';
import { change, settings } from '../settings.js';
import { page, show, state } from '../store.js';
import { icon } from './parts.js';

/** @type {{title: string, lines: string[], url: string}} */
let rules = { title: '', lines: [], url: '/rules/' };

/** @param {{title: string, lines: string[], url: string}} words */
export function setRules(words) {
  rules = words;
}

/** The rules of the table in words. */
export function tableRules() {
  return rules;
}

/** @param {boolean} covered something is open over it */
export function rail(covered) {
  const { log } = page.value;
  const tab = state.value.table.status === 'waiting' ? 'table' : page.value.tab;
  const tabs = /** @type {const} */ ([
    ['log', _('Moves')],
    ['table', _('Table')],
  ]);
  return html`<aside class="rail" ?inert=${covered} aria-label=${_('What has happened')}>
    <div class="tabs" role="tablist">
      ${tabs.map(
        ([name, title]) =>
          html`<button role="tab" aria-selected=${String(tab === name)} @click=${() => show({ tab: name })}>
            ${title}
          </button>`,
      )}
    </div>
    <div class="log" tabindex="0" role="tabpanel" aria-label=${tab === 'log' ? _('Moves') : _('Table')}>
      ${tab === 'log' ? log.slice(-60).map((line) => html`<p>${line}</p>`) : aboutTable()}
    </div>
    <p class="keys">
      <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> ${_('choose')} · <kbd>${_('Enter')}</kbd> ${_('play')} ·
      <kbd>C</kbd> ${_('change')}<br />
      <kbd>U</kbd> ${_('last trick')} · <kbd>M</kbd> ${_('what lies there')} · <kbd>P</kbd>
      ${_('points and trumps')} · <kbd>?</kbd> ${_('help')}
    </p>
  </aside>`;
}

function aboutTable() {
  const { table } = state.value;
  return html`<section class="stack tight">
    <h2>${rules.title}</h2>
    <ul class="stack tight">
      ${rules.lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href=${rules.url}>${_('All the rules')}</a></p>
    ${pot()}
    ${table.watchers ? html`<p class="muted">${_('Watching: %(n)s', { n: table.watchers })}</p>` : nothing}
  </section>`;
}

/** The play money of the table. */
function pot() {
  const { pot: money } = state.value.table;
  if (!money) return nothing;
  return html`<p>${_('Stake: %(stake)s each. In the pot: %(pot)s.', money)}</p>`;
}

export function menu() {
  const { table, view } = state.value;
  const waits = table.status === 'waiting';
  const alone = (view?.sides ?? []).length === 2 && view?.sides.every((side) => side.length === 1);
  return html`<div class="tmenu">
      <button class="btn ico" popovertarget="p-menu" aria-label=${_('Menu of the table')}>
        ${icon('menu')}
      </button>
    </div>
    <div class="pop" id="p-menu" popover>
      <ul class="list">
        <li><a class="btn ghost" href="/">${waits ? _('To the lobby') : _('To the lobby (the match goes on)')}</a></li>
        <li><button class="btn ghost" @click=${() => show({ dialog: 'table' })}>${_('Rules of this table')}</button></li>
        <li><button class="btn ghost" @click=${() => show({ dialog: 'settings' })}>${_('Settings')}</button></li>
        <li><button class="btn ghost" @click=${() => show({ dialog: 'keys' })}>${_('Keys')}</button></li>
        <li><button class="btn ghost" data-act="theme">${_('Light or dark')}</button></li>
        ${ownSeat() !== null && view && view.phase !== 'match_over' && alone
          ? html`<li><button class="btn ghost" @click=${resign}>${_('Resign the match')}</button></li>`
          : nothing}
        ${waits && ownSeat() !== null
          ? html`<li><button class="btn ghost" @click=${() => command('stand')}>${_('Leave the table')}</button></li>`
          : nothing}
      </ul>
    </div>`;
}

function resign() {
  show({ dialog: 'resign' });
}

/** @type {[string, () => string][]} */
const KEYS = [
  ['1 … 9', () => _('go to that card')],
  ['← →', () => _('move in the hand')],
  ['Enter', () => _('play it, or choose it ahead')],
  ['C', () => _('exchange, or ask for it')],
  ['A', () => _('arrastre with the ace')],
  ['R', () => _('I take the rest')],
  ['B', () => _('go to the bid or the call')],
  ['S, 1 … 9', () => _('a sign')],
  ['V', () => _('look at the next player')],
  ['F', () => _('ask, or say something')],
  ['U', () => _('last trick')],
  ['M', () => _('say what lies on the table')],
  ['P', () => _('say points, trumps and cards left')],
  ['L', () => _('say whose turn it is, and the time')],
  ['?', () => _('these keys')],
  ['Esc', () => _('close; undo a card chosen ahead')],
];

/** @type {[keyof import('../settings.js').Settings, () => string][]} */
const CHOICES = [
  ['motion', () => _('Cards move')],
  ['twoTaps', () => _('Two taps to play')],
  ['keys', () => _('Single keys')],
  ['large', () => _('Large figures on the cards')],
  ['names', () => _('Names under the cards')],
];

export function dialogs() {
  const { dialog } = page.value;
  if (!dialog) return nothing;
  const close = () => show({ dialog: null });
  const body = {
    keys: () => html`<h2 id="dialog-title">${_('Keys')}</h2>
      <dl class="keymap">
        ${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what()}</dd></div>`)}
      </dl>`,
    settings: () => html`<h2 id="dialog-title">${_('Settings')}</h2>
      ${CHOICES.map(
        ([name, what]) => html`<div class="opt">
          <input
            type="checkbox"
            id="set-${name}"
            .checked=${settings.value[name]}
            @change=${(/** @type {any} */ event) => change(name, event.target.checked)}
          />
          <label for="set-${name}">${what()}</label>
        </div>`,
      )}`,
    table: () => html`<h2 id="dialog-title">${_('Rules of this table')}</h2>
      <ul class="stack tight">
        ${rules.lines.map((line) => html`<li>${line}</li>`)}
      </ul>
      ${pot()}
      <p><a href=${rules.url}>${_('All the rules')}</a></p>`,
    resign: () => html`<h2 id="dialog-title">${_('Resign the match?')}</h2>
      <p>${_('The match goes to the other side.')}</p>
      <button
        class="btn pri"
        @click=${() => {
          act({ type: 'resign' });
          close();
        }}
      >
        ${_('Resign')}
      </button>`,
  }[dialog];
  return html`<div class="over" @click=${(/** @type {any} */ event) => event.target === event.currentTarget && close()}>
    <div class="dialog stack" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1" id="open-dialog">
      <button class="btn ico close" aria-label=${_('Close')} @click=${close}>${icon('x')}</button>
      ${body()}
    </div>
  </div>`;
}
