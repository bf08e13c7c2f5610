/** Who deals first: a card each, and the highest deals. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { nameOf, ownSeat } from '../state/selectors.js';
import { state } from '../state/store.js';
import { face } from './parts.js';

/** Draw the last round of the draw, while it is shown. */
export function dealerDraw() {
  const { draw } = state.value;
  if (!draw) return nothing;
  const { draws, dealer } = draw.event;
  const last = /** @type {{seat: number, card: string}[]} */ (draws.at(-1) ?? []);
  return html`<section class="lots" aria-label=${_('Drawing for the deal')}>
    ${last.map(({ seat, card }) => {
      const name = seat === ownSeat() ? _('You') : nameOf(seat);
      return html`<figure class="play" ?data-win=${seat === dealer} data-card=${`lot-${card}`} data-from=${seat}>
        <span class="card">${face(card, 'fit', true)}</span>
        <figcaption>${seat === dealer ? _('%(name)s · deals', { name }) : name}</figcaption>
      </figure>`;
    })}
  </section>`;
}
