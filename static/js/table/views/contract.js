/** The contract, where other games have their stock: the called card, trumps, who plays for what. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { bidText } from '../speech/bids.js';
import { cardName, lower, suitName } from '../speech/cardnames.js';
import { pointsMade, roleOf, secretPartner } from '../state/contract.js';
import { ownSeat, rules, speechContext } from '../state/selectors.js';
import { contractLine, partnerLine } from '../speech/contract.js';
import { state } from '../state/store.js';
import { auctionTitle } from './auction.js';
import { face, icon, suitGlyph } from './parts.js';

/** Draw the plate; nothing before the auction is won. */
export function contractPlate() {
  const { view } = state.value;
  const contract = view?.contract;
  if (!view || !contract) return auctionTitle();
  const points = pointsMade(view);
  const suit = contract.suit;
  return html`<section class="stock pact" aria-label=${_('Contract')}>
    ${contract.card ? html`<span class="card">${face(contract.card, 'small', true)}</span>` : nothing}
    <div>
      ${suit
        ? html`<p class="pinta" data-s=${suit}>
            <span class="tag">${suitGlyph(suit)}${contract.card ? cardName(contract.card) : suitName(suit)}</span>
          </p>`
        : html`<p><span class="tag">${_('Bid: %(bid)s', { bid: lower(bidText(contract.bid)) })}</span></p>`}
      <p>${contractLine(contract, speechContext())}</p>
      ${view.phase === 'play' ? html`<p>${secretPartner(view) ? icon('eye') : nothing} ${partnerLine(contract, speechContext())}</p>` : nothing}
      ${points === null || view.phase !== 'play' ? nothing : html`<p>${_('made %(n)s', { n: points })}</p>`}
      ${view.phase === 'play' && !suit ? html`<p>${_('no trumps in this trick')}</p>` : nothing}
    </div>
  </section>`;
}

/**
 * Return the part of a seat in the contract, for its badge; empty where it has none.
 * @param {number} seat
 */
export function roleBadge(seat) {
  const { view } = state.value;
  const role = roleOf(view, seat);
  if (role === 'partner') return seat === ownSeat() && secretPartner(view) ? _('secret partner') : _('partner');
  if (role !== 'caller') return '';
  return rules()['rematada.talon'] ? _('declarer') : _('caller');
}
