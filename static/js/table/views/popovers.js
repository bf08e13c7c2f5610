/** What is in the boxes that open over the table: the last trick, the open stock. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { signal } from '../../lib/signals.js';
import { nameOf } from '../state/selectors.js';
import { state } from '../state/store.js';
import { face } from './parts.js';

/** Whether somebody looks at the last trick: its cards are drawn only then. */
const looking = signal(false);

/** Draw what opens over the hand. */
export function popovers() {
  return html`${lastTrickPopover()} ${stockPopover()}`;
}

/** Draw the last trick. */
function lastTrickPopover() {
  const last = looking.value ? state.value.view?.last_trick : null;
  const opens = (/** @type {ToggleEvent} */ event) => (looking.value = event.newState === 'open');
  return html`<div class="pop" id="p-last" popover @beforetoggle=${opens}>${last ? lastTrickCards(last) : nothing}</div>`;
}

/** Draw the open stock, in the order in which it is drawn. */
function stockPopover() {
  const cards = state.value.view?.stock_cards ?? [];
  if (cards.length < 2) return nothing;
  return html`<div class="pop" id="p-stock" popover>
    <h2>${_('The stock, in drawing order')}</h2>
    <div class="runs">${cards.map((card) => html`<span class="card s">${face(card, 'small', true)}</span>`)}</div>
  </div>`;
}

/**
 * Draw the last trick: who took it, and who played what.
 * @param {import('../protocol.js').Trick} last
 */
function lastTrickCards(last) {
  return html`<h2>${_('Last trick')}</h2>
    <p class="hint">
      ${ngettext('%(name)s took it, %(n)s point.', '%(name)s took it, %(n)s points.', last.points ?? 0, {
        name: nameOf(last.winner ?? 0),
      })}
    </p>
    <div class="runs">
      ${last.plays.map(
        (play) => html`<figure class="stack tight">
          <span class="card m">${face(play.card, 'small', true)}</span>
          <figcaption class="small" dir="auto">${nameOf(play.seat)}</figcaption>
        </figure>`,
      )}
    </div>`;
}
