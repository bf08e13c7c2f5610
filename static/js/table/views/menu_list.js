/** What the menu of the table offers; fetched when it is opened. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { isSimple } from '../../lib/simple_view.js';
import { alwaysInTheMiddle, cutsInTheMiddle } from '../input/cut.js';
import { undo } from '../input/action_intents.js';
import { command } from '../input/intents.js';
import { commandLine } from '../input/keys.js';
import { ownSeat, undoable } from '../state/selectors.js';
import { show, state } from '../state/store.js';
import { mayLeave } from './leave.js';
import { watchersButton } from './watching.js';

export function menuList() {
  const { table, view, may } = state.value;
  const waits = table.status === 'waiting';
  const alone = (view?.sides ?? []).length === 2 && view?.sides.every((side) => side.length === 1);
  // In a tournament every deal is played to its end.
  const event = table.tournament;
  const ask = (event ? null : view?.may_offer) ?? [];
  const leaving = mayLeave()
    ? opens('leave', _('Leave the table'))
    : html`<li><a class="btn ghost" href="/">${waits ? _('To the lobby') : _('To the lobby (the match goes on)')}</a></li>`;
  if (isSimple)
    return html`<ul class="list">
      ${leaving}
      <li><button class="btn ghost" form="full-view">${_('Full view')}</button></li>
    </ul>`;
  return html`<ul class="list">
    ${leaving}
    ${event ? html`<li><a class="btn ghost" href=${event.url}>${_('To the tournament')}</a></li>` : nothing}
    <li><button class="btn ghost" data-to="table" @click=${() => show({ dialog: 'table' })}>${_('Rules of this table')}</button></li>
    ${table.watchers ? html`<li>${watchersButton()}</li>` : nothing}
    <li><button class="btn ghost" data-to="settings" @click=${() => show({ dialog: 'settings' })}>${_('Settings')}</button></li>
    <li><button class="btn ghost" @click=${() => show({ dialog: 'keys' })}>${_('Keys')}</button></li>
    <li><button class="btn ghost" data-act="theme">${_('Light or dark')}</button></li>
    ${ask.includes('pause') ? opens('pause', _('Ask for a pause')) : nothing}
    ${ask.includes('draw') ? opens('draw', _('Offer a draw')) : nothing}
    ${ask.includes('resign') || may.includes('resign') || (!event && ownSeat() !== null && view && view.phase !== 'match_over' && alone)
      ? opens('resign', _('Resign the match'))
      : nothing}
    ${undoable() ? html`<li><button class="btn ghost" @click=${undo}>${_('Take back what you did last')}</button></li>` : nothing}
    ${alwaysInTheMiddle() && ownSeat() !== null ? html`<li><button class="btn ghost" @click=${cutAgain}>${_('Cut the deck by hand again')}</button></li>` : nothing}
    ${waits && ownSeat() !== null
      ? html`<li><button class="btn ghost" @click=${() => command('stand')}>${_('Leave the table')}</button></li>`
      : nothing}
    ${view ? html`<li><button class="btn ghost" @click=${commandLine}>${_('Play by typing')}</button></li>` : nothing}
  </ul>`;
}

/** Cut no longer in the middle by itself. */
function cutAgain() {
  cutsInTheMiddle(false);
  show({ notice: _('From the next deal on you cut the deck yourself.') });
}

/**
 * Draw a line of the menu that opens a dialog.
 * @param {'draw' | 'pause' | 'resign' | 'leave'} dialog
 * @param {string} words
 */
function opens(dialog, words) {
  return html`<li><button class="btn ghost" data-to=${dialog} @click=${() => show({ dialog })}>${words}</button></li>`;
}
