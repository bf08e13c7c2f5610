/** What is asked before one leaves a match that runs: the ways to go, each with its price. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { effect } from '../../lib/signals.js';
import { command } from '../input/intents.js';
import { nameOf, ownSeat, substituted } from '../state/selectors.js';
import { show, state } from '../state/store.js';
import { icon } from './parts.js';

/** Return whether the menu offers to leave: one sits in a match that runs, and plays oneself. */
export function mayLeave() {
  const { table, view } = state.value;
  return table.status === 'playing' && ownSeat() !== null && Boolean(view) && !substituted();
}

export function leaveDialog() {
  const { table } = state.value;
  const others = table.seats.filter(({ seat, player, bot }) => seat !== ownSeat() && player && !bot);
  const stay = others.filter(({ substitute, connected }) => connected && !substitute).map(({ seat }) => nameOf(seat));
  const callsOff = others.length > 0 && neverPlayed() && !table.tournament;
  return html`<h2 id="dialog-title">${_('Leave the table')}</h2>
    ${stay.length ? html`<p class="muted">${_('Still here: %(names)s.', { names: stay.join(', ') })}</p>` : nothing}
    <ul class="choice">
      <li>
        <a class="btn" href="/"
          >${icon('clock')}<span
            ><b>${_('I am coming back')}</b><small>${_('The match goes on. If you are missed for a minute of your turn, the others choose how it goes on.')}</small></span
          ></a
        >
      </li>
      <li>
        <button class="btn" data-act="leave-match" data-means="${table.you.leaving} ${callsOff}" @click=${leave}>
          ${icon('bot')}<span
            ><b>${callsOff ? _('Leave, and call the match off') : _('Give my seat to a bot')}</b
            ><small>${callsOff ? _('You have not played a card yet.') : nothing} ${price(table.you, callsOff)}</small></span
          >
        </button>
      </li>
    </ul>
    <button class="btn ghost" @click=${() => show({ dialog: null })}>${_('Go on playing')}</button>`;
}

/** Return whether one has not played a card in this match. */
function neverPlayed() {
  const { view } = state.value;
  if (!view || view.deal > 1 || view.tricks.some((count) => count > 0)) return false;
  return !view.trick?.plays.some(({ seat }) => seat === ownSeat());
}

/**
 * Return what leaving costs.
 * @param {import('../protocol.js').Table['you']} you
 * @param {boolean} callsOff whether the match is called off, which is not rated then
 */
function price({ leaving }, callsOff) {
  if (leaving === 'rated' && !callsOff) return _('It counts as a match that you left, and you lose it for your rating.');
  if (leaving === 'counted' || leaving === 'rated') return _('It counts as a match that you left.');
  return _('It costs you nothing here.');
}

/** Leave the match, and go to the lobby once a bot has the seat, or the match is called off. */
function leave() {
  show({ dialog: null });
  command('leave');
  const stop = effect(() => {
    if (!substituted() && state.value.table.status === 'playing') return;
    queueMicrotask(() => stop());
    location.assign('/');
  });
}
