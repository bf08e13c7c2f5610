/** The menu of the table, and what is played there. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { on } from '../../lib/preferences.js';
import { signal } from '../../lib/signals.js';
import { isSimple } from '../../lib/simple_view.js';
import { toggleSound } from '../feedback.js';
import { canSpeak, speaks, toggleVoice } from '../speech/voice_switch.js';
import { state } from '../state/store.js';
import { chatButton } from './chat_button.js';
import { menuViews } from './lazy_views.js';
import { icon } from './parts.js';

/**
 * The rules of the table in words: all of them in `lines`, what is to be known at once in `chips`.
 * @typedef {{text: string, icon: string, changed: boolean, wide: boolean}} Chip
 * @typedef {{title: string, line: string, chips: Chip[], lines: string[], url: string, kind?: string, pool?: string}} RulesWords
 */

/** @type {RulesWords} */
let rules = { title: '', line: '', chips: [], lines: [], url: '/rules/' };

/** @param {Partial<RulesWords>} words */
export function setRules(words) {
  rules = { ...rules, ...words };
}

/** Return the rules of the table in words. */
export function tableRules() {
  return rules;
}

/** Draw the play money of the table. */
export function pot() {
  const { pot: money } = state.value.table;
  if (!money) return nothing;
  return html`<p>${_('Stake: %(stake)s each. In the pot: %(pot)s.', money)}</p>`;
}

const open = signal(false);
/** What is chosen has the table to itself; before it is done, so that the focus comes back to the menu's button. */
const closes = {
  handleEvent: (/** @type {any} */ { target, currentTarget }) => target.closest('button, a') && currentTarget.hidePopover(),
  capture: true,
};

export function menu() {
  // Filled before it shows, emptied after it has gone: what has the focus may not go before.
  const turns = (/** @type {ToggleEvent} */ { newState, type }) => {
    if (newState === 'open' || type === 'toggle') open.value = newState === 'open';
  };
  return html`<div class="tmenu">
      <button class="btn ico" popovertarget="p-menu" aria-label=${_('Menu of the table')}>
        ${icon('menu')}
      </button>
      ${isSimple ? voiceButton() : html`${chatButton()} ${soundButton()}`}
    </div>
    <div class="pop corner" id="p-menu" popover @beforetoggle=${turns} @toggle=${turns} @click=${closes}>
      ${open.value ? (menuViews()?.menuList() ?? nothing) : nothing}
    </div>`;
}

function soundButton() {
  return html`<button class="btn ico" aria-pressed=${String(!on('sound'))} aria-label=${_('Silence')} @click=${toggleSound}>
    ${icon(on('sound') ? 'sound' : 'silent')}
  </button>`;
}

/** Draw the switch of the voice; nothing where the browser cannot speak. */
function voiceButton() {
  if (!canSpeak) return nothing;
  return html`<button class="btn ico" aria-pressed=${String(!speaks())} aria-label=${_('Without voice')} @click=${toggleVoice}>
    ${icon(speaks() ? 'sound' : 'silent')}
  </button>`;
}
