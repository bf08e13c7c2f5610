/** The auction and the contract of a position, and what a seat has to do with it. */
import { html, nothing } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { bidText } from '../table/speech/bids.js';
import { cardInText, lower } from '../table/speech/cardnames.js';
import { worthOf } from './strength.js';
import { cardsText } from './texts.js';

/**
 * @typedef {import('./record.js').Position} Position
 * @typedef {import('./store.js').Match} Match
 */

/**
 * Draw the bids so far, in order; nothing where there are none.
 * @param {Match} match
 * @param {Position} position
 */
export function bidList({ names }, { bids }) {
  if (!bids.length) return nothing;
  return html`<ol class="small bids" aria-label=${_('The auction')}>
    ${bids.map(({ seat, bid }) => html`<li>${names[seat]}: <b>${lower(bidText(bid))}</b></li>`)}
  </ol>`;
}

/**
 * Draw the part of a seat in the contract, as a badge; a partner whom nobody knows yet is marked so.
 * @param {Position} position
 * @param {number} seat
 */
export function roleBadge({ contract }, seat) {
  if (!contract) return nothing;
  const badge = (/** @type {string} */ text) => html`<span class="badge">${text}</span>`;
  if (seat === contract.caller) return badge(contract.talon ? _('declarer') : _('caller'));
  if (seat !== contract.partner) return nothing;
  return badge(contract.revealed ? _('partner') : _('secret partner'));
}

/**
 * Return points that the contract has made so far, those put away among them.
 * @param {Match} match
 * @param {Position} position
 */
function madeSoFar({ record }, { contract, points, discards, kind }) {
  if (!contract) return 0;
  // At the end they stand among the points.
  const away = kind === 'end' ? [] : discards;
  const sum = away.reduce((all, card) => all + worthOf(card, record.rules), 0);
  return sum + [contract.caller, contract.partner].reduce((/** @type {number} */ all, seat) => all + (seat === null ? 0 : (points[seat] ?? 0)), 0);
}

/**
 * Draw the contract in lines: who plays for what, what was called, taken and put away.
 * @param {Match} match
 * @param {Position} position
 */
export function contractLines(match, position) {
  const { contract, talon } = position;
  if (!contract) return talon.length ? html`<p>${_('Aside: %(cards)s', { cards: cardsText(talon) })}</p>` : nothing;
  const values = { name: match.names[contract.caller] ?? '', bid: lower(bidText(contract.bid)), target: contract.target };
  return html`<p>${_('%(name)s with %(bid)s: %(target)s points', values)}</p>
    <p class="num">${_('made %(n)s', { n: madeSoFar(match, position) })}</p>
    ${contract.card ? html`<p>${_('Called: %(card)s.', { card: cardInText(contract.card) })}</p>` : nothing}
    ${contract.talon ? html`<p>${_('Taken: %(cards)s', { cards: cardsText(contract.talon) })}</p>` : nothing}
    ${contract.discards ? html`<p>${_('Put away: %(cards)s.', { cards: cardsText(contract.discards) })}</p>` : nothing}`;
}
