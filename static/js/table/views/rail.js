/** Beside the table, where there is room: what was said, and what the table is. */
import { html } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { page, show, state } from '../store.js';
import { pot, tableRules } from './menu.js';
import { watchersButton } from './watching.js';

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
  return html`<section class="stack tight">
    <h2>${tableRules().title}</h2>
    <ul class="stack tight">
      ${tableRules().lines.map((line) => html`<li>${line}</li>`)}
    </ul>
    <p><a href=${tableRules().url}>${_('All the rules')}</a></p>
    ${pot()}
    ${watchersButton()}
  </section>`;
}
