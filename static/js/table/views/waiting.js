/** Before the first deal: who is missing, what is played, who has agreed. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { command } from '../intents.js';
import { ownSeat } from '../seen.js';
import { invitation, state } from '../store.js';
import { invitations } from './invite.js';
import { levelChoice } from './levelchoice.js';
import { level } from './levels.js';
import { tableRules } from './menu.js';

/** The panel where the hand will lie. */
export function waiting() {
  const { table, tableAt } = state.value;
  const own = ownSeat();
  const free = table.seats.filter((seat) => !seat.player).length;
  const agreed = own !== null && Boolean(table.seats[own]?.agreed);
  const starts = table.starts_in_ms;
  const left = starts === null ? null : Math.max(0, starts - (performance.now() - tableAt));
  const link = table.you.invite_links.find(Boolean);
  const rules = tableRules();
  return html`<div class="wait">
    <p role="status">
      ${left !== null
        ? _('Bots sit down in %(n)s s.', { n: Math.ceil(left / 1000) })
        : free
          ? ngettext('%(n)s seat is free.', '%(n)s seats are free.', free)
          : _('All seats are taken.')}
    </p>
    <details ?open=${own !== null && !agreed && !table.quick}>
      <summary>${_('What is played: %(title)s', { title: rules.title })}</summary>
      <ul class="stack tight">
        ${rules.lines.map((line) => html`<li>${line}</li>`)}
        <li><a href=${rules.url} target="_blank">${_('All the rules')}</a></li>
      </ul>
    </details>
    ${own === null && !table.you.can_sit ? html`<p>${_('You are watching.')}</p>` : nothing}
    <div class="row">
      ${own === null && table.you.can_sit
        ? html`<button class="btn pri" @click=${sit}>${_('Sit down')}</button>`
        : nothing}
      ${own !== null && !table.quick
        ? html`<button
            class="btn ${agreed ? '' : 'pri'}"
            aria-pressed=${String(agreed)}
            @click=${() => command('agree', { on: !agreed })}
          >
            ${agreed ? _('You agreed to the rules') : _('I agree to the rules')}
          </button>`
        : nothing}
      ${table.you.host && free
        ? html`<button class="btn" @click=${() => command('start', { level: level.value })}>${_('Start with bots')}</button>`
        : nothing}
      ${own !== null
        ? html`<button class="btn ghost" @click=${() => command('stand')}>${_('Leave')}</button>`
        : nothing}
    </div>
    ${table.you.host && free ? levelChoice() : nothing}
    ${link ? invitations(link) : nothing}
  </div>`;
}

/** Sit down; who is nobody yet becomes a guest, which needs a page of its own. */
function sit() {
  const { seat, invite } = invitation;
  if (state.value.table.you.player) command('sit', { seat, ...(invite ? { invite } : {}) });
  else /** @type {HTMLFormElement | null} */ (document.querySelector('#sit-form'))?.requestSubmit();
}
