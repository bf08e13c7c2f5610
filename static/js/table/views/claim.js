/** The cards with which somebody took the rest, laid out for everybody to see. */
import { html, repeat } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { sorted } from '../cardnames.js';
import { nameOf, ownSeat } from '../seen.js';
import { page } from '../store.js';
import { face } from './parts.js';

/** A row of cards a player: first of who claimed. */
export function claimed() {
  const { laid } = page.value;
  if (!laid) return null;
  const seats = laid.hands.map((_cards, seat) => seat).filter((seat) => laid.hands[seat]?.length);
  const order = [laid.seat, ...seats.filter((seat) => seat !== laid.seat)];
  const name = (/** @type {number} */ seat) => (seat === ownSeat() ? _('You') : nameOf(seat));
  return html`<section class="laid" tabindex="0" aria-label=${_('The cards that are claimed')}>
    ${repeat(
      order,
      (seat) => seat,
      (seat) => html`<figure ?data-win=${seat === laid.seat}>
        <span class="runs">
          ${repeat(
            sorted(laid.hands[seat] ?? []),
            (card) => card,
            (card) => html`<span class="card" data-card=${card} data-from=${seat}>${face(card, 'small', true)}</span>`,
          )}
        </span>
        <figcaption>${seat === laid.seat ? _('%(name)s · takes the rest', { name: name(seat) }) : name(seat)}</figcaption>
      </figure>`,
    )}
  </section>`;
}
