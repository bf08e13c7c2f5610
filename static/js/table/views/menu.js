/** The menu of the table, and what is played there. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on } from '../../lib/preferences.js';
import { signal } from '../../lib/signals.js';
import { toggleSound } from '../feel.js';
import { state } from '../store.js';
import { chatButton } from './chatbox.js';
import { menuViews } from './later.js';
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

const open = signal(false);

export function menu() {
  const opens = (/** @type {ToggleEvent} */ event) => (open.value = event.newState === 'open');
  return html`<div class="tmenu">
      <button class="btn ico" popovertarget="p-menu" aria-label=${_('Menu of the table')}>
        ${icon('menu')}
      </button>
      ${chatButton()}
      <button class="btn ico" aria-pressed=${String(!on('sound'))} aria-label=${_('Silence')} @click=${toggleSound}>
        ${icon(on('sound') ? 'sound' : 'silent')}
      </button>
    </div>
    <div class="pop" id="p-menu" popover @beforetoggle=${opens}>
      ${open.value ? (menuViews()?.menuList() ?? nothing) : nothing}
    </div>`;
}
