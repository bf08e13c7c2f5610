/** The button that opens the talk, and the box that it opens; what is in it comes when needed. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { chat, setChatOpen } from '../chat/chat.js';
import { page, show } from '../state/store.js';
import { hasRail } from './window_shape.js';
import { chatViews } from './lazy_views.js';
import { icon } from './parts.js';

/** Opens the talk; says how many lines are new. */
export function chatButton() {
  const { unread } = chat.value;
  const words = unread ? _('Talk at the table, new: %(n)s', { n: unread }) : _('Talk at the table');
  const inside = html`${icon('chat')}${unread ? html`<span class="count" aria-hidden="true">${unread}</span>` : nothing}`;
  return hasRail.value
    ? html`<button class="btn ico" aria-label=${words} @click=${openBeside}>${inside}</button>`
    : html`<button class="btn ico" popovertarget="p-chat" aria-label=${words}>${inside}</button>`;
}

/** Open the chat beside the table, where there is room for it. */
function openBeside() {
  setChatOpen(true);
  show({ tab: 'chat' });
  requestAnimationFrame(() => /** @type {HTMLElement | null} */ (document.querySelector('#rail-chat'))?.focus());
}

/** Draw the box of the talk, and what is read aloud of it. */
export function chatBox() {
  const { open, latest } = chat.value;
  const views = open || latest ? chatViews() : null;
  return html`<div class="pop chat corner" id="p-chat" popover @toggle=${onToggle}>
      <h2>${_('Talk at the table')}</h2>
      ${open && !(hasRail.value && page.value.tab === 'chat') ? (views?.chatPanel() ?? nothing) : nothing}
    </div>
    <p class="sr" role="status">${views?.saidAloud() ?? ''}</p>`;
}

/**
 * Return what somebody at a seat has just said.
 * @param {number} seat
 */
export function chatBubble(seat) {
  return chat.value.latest?.seat === seat ? (chatViews()?.chatBubble(seat) ?? nothing) : nothing;
}

/** @param {ToggleEvent} event */
function onToggle(event) {
  setChatOpen(event.newState === 'open');
  const box = /** @type {HTMLElement} */ (event.target);
  requestAnimationFrame(() => {
    const log = box.querySelector('.lines');
    if (log) log.scrollTop = log.scrollHeight;
  });
}
