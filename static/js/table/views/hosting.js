/** What the host may do with who sits at the table: hand the role over, send away, keep away. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { ask } from '../input/asking.js';
import { ownSeat } from '../state/selectors.js';
import { isPerson } from '../speech/waiting_texts.js';
import { page, show, state } from '../state/store.js';

/** Where the focus goes when the button of what was done is gone. */
const AFTER = ['.w-say', '#end-title'];

/** @param {import('../protocol.js').Seat} sitting */
export function mayHost(sitting) {
  const { table } = state.value;
  const between = table.status === 'waiting' || table.status === 'finished';
  return table.you.host && !table.quick && between && isPersonOrProgram(sitting) && sitting.seat !== ownSeat();
}

/** @param {import('../protocol.js').Seat} sitting */
const isPersonOrProgram = (sitting) => Boolean(sitting.player) && !sitting.bot;

/** Draw what can be done with who sits at the seat that was chosen, for the dialog. */
export function hostDialog() {
  const sitting = state.value.table.seats[page.value.hostSeat ?? -1];
  if (!sitting?.player || !mayHost(sitting)) {
    return html`<h2 id="dialog-title">${_('People at the table')}</h2>
      <p>${_('Nobody sits there any more.')}</p>`;
  }
  return html`<h2 id="dialog-title" dir="auto">${sitting.player}</h2>
    ${actions(sitting)}
    <button class="btn ghost" @click=${() => show({ dialog: null })}>${_('Close')}</button>`;
}

/**
 * Draw the three powers over who sits at a seat, each with what it means.
 * @param {import('../protocol.js').Seat} sitting
 */
function actions(sitting) {
  const name = sitting.player ?? '';
  return html`<ul class="choice">
    ${isPerson(sitting)
      ? power('hand_over', sitting, _('Make %(name)s the host', { name }), _('You stay at the table; what the host may do is theirs.'))
      : nothing}
    ${power('kick', sitting, _('Take %(name)s off the table', { name }), _('The seat is free. They may come back.'))}
    ${power('ban', sitting, _('Do not let %(name)s come back', { name }), _('They lose the seat, and may not sit here again until you let them.'))}
  </ul>`;
}

/**
 * @param {'hand_over' | 'kick' | 'ban'} cmd
 * @param {import('../protocol.js').Seat} sitting
 * @param {string} words
 * @param {string} meaning
 */
function power(cmd, sitting, words, meaning) {
  const act = () => {
    show({ dialog: null });
    ask(cmd, { seat: sitting.seat }, AFTER);
  };
  return html`<li>
    <button class="btn" data-host=${cmd} data-means=${sitting.player} @click=${act}>
      <span><b>${words}</b><small>${meaning}</small></span>
    </button>
  </li>`;
}

/** Draw who may not come back, each with the way to let them; nothing where there is nobody. */
export function banList() {
  const { bans = [], host } = state.value.table.you;
  if (!host || !bans.length) return nothing;
  return html`<section class="bans" aria-label=${_('May not come back')}>
    <p>${_('May not come back')}</p>
    <ul>
      ${bans.map(
        (player) => html`<li>
          ${player}
          <button class="btn sm" data-host="unban" @click=${() => ask('unban', { player }, AFTER)}>
            ${_('Let them come back')}<span class="sr"> ${player}</span>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}

/** Draw what the host may do between matches; nothing for anybody else. */
export function hostPanel() {
  const { table } = state.value;
  const others = table.seats.filter((sitting) => mayHost(sitting) && !sitting.substitute);
  if (!others.length && !(table.you.host && table.you.bans?.length)) return nothing;
  return html`<details class="hosting">
    <summary>${_('People at the table')}</summary>
    ${others.map((sitting) => html`<p class="over-t"><bdi>${sitting.player}</bdi></p>${actions(sitting)}`)} ${banList()}
  </details>`;
}
