/** Claiming the rest: what is asked before a claim that may be false, and the cards of one that was right. */
import { html, repeat } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { sorted } from '../speech/cardnames.js';
import { claimAnyway } from '../input/action_intents.js';
import { nameOf, ownSeat } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { face } from './parts.js';

/** Draw a row of cards a player: first of who claimed. */
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

/** Draw what is asked before a claim of which one cannot see that it is right. */
export function claimDialog() {
  const price = state.value.view?.claim?.opens
    ? _('If it is not true, everybody will see your cards.')
    : _('If it is not true, nothing changes and play goes on.');
  return html`<h2 id="dialog-title">${_('Take the rest?')}</h2>
    <p>${_('You say that your side holds the highest trumps left. You cannot see that from your own cards.')}</p>
    <p>${price}</p>
    <div class="row">
      <button class="btn pri" @click=${claimAnyway}>${_('I take the rest')}</button>
      <button class="btn" @click=${() => show({ dialog: null })}>${_('Play on')}</button>
    </div>`;
}
