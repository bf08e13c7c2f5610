/** What opens over the table from its menu: settings, keys, rules, giving up. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on, prefer, preferences } from '../../lib/preferences.js';
import { page, show } from '../state/store.js';
import { icon } from './parts.js';
import { pot, tableRules } from './menu.js';
import { askingDialog } from './offers.js';
import { claimDialog } from './claim.js';
import { hostDialog } from './hosting.js';
import { leaveDialog } from './leave.js';
import { watchersList } from './watching.js';

/** @typedef {import('../../lib/preferences.js').Preferences} Preferences */

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
  ['H', () => _('a hint, among bots')],
  ['Z', () => _('take back what you did last, among bots')],
  ['U', () => _('last trick')],
  ['M', () => _('say what lies on the table')],
  ['P', () => _('say points, trumps and cards left')],
  ['L', () => _('say whose turn it is, and the time')],
  ['/', () => _('type what to do, such as: play three coins')],
  ['?', () => _('these keys')],
  ['Esc', () => _('close; undo a card chosen ahead')],
];

/**
 * What can be chosen without leaving the table; the rest is on the page of settings.
 * @type {{name: keyof Preferences, title: () => string, values: [string, () => string][]}[]}
 */
const CHOICES = [
  {
    name: 'deck',
    title: () => _('Cards'),
    values: [
      ['classic', () => _('Classic')],
      ['large', () => _('Large figures')],
      ['contrast', () => _('High contrast')],
      ['french', () => _('French faces')],
    ],
  },
  {
    name: 'felt',
    title: () => _('Cloth'),
    values: [
      ['sea', () => _('Sea')],
      ['olive', () => _('Olive')],
      ['slate', () => _('Slate')],
      ['wine', () => _('Wine')],
    ],
  },
  {
    name: 'play',
    title: () => _('To play a card'),
    values: [
      ['tap', () => _('Tap it, or drag it to the table')],
      ['double', () => _('Tap it twice, or drag it')],
      ['drag', () => _('Drag it, or tap it and confirm')],
    ],
  },
];

/** @type {[("sound" | "motion" | "undo" | "names" | "keys" | "buzz"), () => string][]} */
const SWITCHES = [
  ['sound', () => _('Sounds')],
  ['motion', () => _('Cards move')],
  ['buzz', () => _('A phone vibrates when it is your turn')],
  ['undo', () => _('A moment to take a card back')],
  ['names', () => _('Names under the cards')],
  ['keys', () => _('Single keys')],
];

function choices() {
  return html`<h2 id="dialog-title">${_('Settings')}</h2>
    ${CHOICES.map(
      ({ name, title, values }) => html`<fieldset>
        <legend>${title()}</legend>
        <div class="pick" data-pick=${name}>
          ${values.map(
            ([value, words]) => html`<label>
              <input
                type="radio"
                name=${name}
                value=${value}
                .checked=${preferences.value[name] === value}
                @change=${() => prefer(name, /** @type {any} */ (value))}
              />
              ${name === 'felt' ? html`<span class="swatch" data-felt=${value} aria-hidden="true"></span>` : nothing}
              <b>${words()}</b>
            </label>`,
          )}
        </div>
      </fieldset>`,
    )}
    ${SWITCHES.map(
      ([name, what]) => html`<div class="opt">
        <input
          type="checkbox"
          id="set-${name}"
          .checked=${on(name)}
          @change=${(/** @type {any} */ event) => prefer(name, event.target.checked ? 'on' : 'off')}
        />
        <label for="set-${name}">${what()}</label>
      </div>`,
    )}
    <p><a href="/accounts/preferences/" target="_blank">${_('All settings')}</a></p>`;
}

export function dialogs() {
  const { dialog } = page.value;
  if (!dialog) return nothing;
  const close = () => show({ dialog: null });
  const body = {
    keys: () => html`<h2 id="dialog-title">${_('Keys')}</h2>
      <dl class="keymap">
        ${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what()}</dd></div>`)}
      </dl>`,
    settings: choices,
    table: () => html`<h2 id="dialog-title">${_('Rules of this table')}</h2>
      <ul class="stack tight">
        ${tableRules().lines.map((line) => html`<li>${line}</li>`)}
      </ul>
      ${pot()}
      <p><a href=${tableRules().url}>${_('All the rules')}</a></p>`,
    watching: watchersList,
    draw: () => askingDialog('draw'),
    pause: () => askingDialog('pause'),
    resign: () => askingDialog('resign'),
    claim: claimDialog,
    leave: leaveDialog,
    hosting: hostDialog,
  }[dialog];
  return html`<div class="over" data-means=${dialog} @click=${(/** @type {any} */ event) => event.target === event.currentTarget && close()}>
    <div class="dialog stack" role="dialog" aria-modal="true" aria-labelledby="dialog-title" tabindex="-1" id="open-dialog">
      <button class="btn ico close" aria-label=${_('Close')} @click=${close}>${icon('x')}</button>
      ${body()}
    </div>
  </div>`;
}
