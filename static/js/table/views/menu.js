/** The menu of the table, and what is played there. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on } from '../../lib/preferences.js';
import { toggleSound } from '../feel.js';
import { command } from '../intents.js';
import { ownSeat } from '../seen.js';
import { show, state } from '../store.js';
import { chatButton } from './chatbox.js';
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

/** The play money of the table. */
export function pot() {
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
      ${chatButton()}
      <button class="btn ico" aria-pressed=${String(!on('sound'))} aria-label=${_('Silence')} @click=${toggleSound}>
        ${icon(on('sound') ? 'sound' : 'silent')}
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
