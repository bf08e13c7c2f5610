/** What a deal came to, side by side: points, extras, the contract, totals. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardInText, suitName } from '../cardnames.js';
import { bidText } from '../auction.js';
import { nameOf, told } from '../seen.js';
import { sideName, signed } from '../speech.js';
import { state } from '../store.js';

/**
 * @typedef {import('../protocol.js').Result} Result
 * @typedef {import('../protocol.js').Extra} Extra
 */

/** @type {Record<string, (suit: string) => string>} */
const WHY = {
  marriage: (suit) => _('King and knight of %(suit)s', { suit }),
  last_trick: () => _('Last trick'),
  declared: (suit) => _('King and knight of %(suit)s, shown', { suit }),
};

/**
 * The contract: what was called, with whom, what was put away.
 * @param {Result} result
 */
export function contractResult({ contract }) {
  if (!contract) return nothing;
  const { caller, partner, bid, suit, rank, target, made, discards } = contract;
  const lines = [
    _('%(name)s bid %(bid)s: %(target)s points to make, %(made)s made.', {
      name: nameOf(caller),
      bid: bidText(bid).toLowerCase(),
      target,
      made,
    }),
    suit && rank ? _('Called: %(card)s.', { card: cardInText(`${suit}${rank}`) }) : '',
    suit && !rank ? _('Trumps: %(suit)s.', { suit: suitName(suit).toLowerCase() }) : '',
    partner !== null && partner !== undefined && partner !== caller
      ? _('Partner: %(name)s.', { name: nameOf(partner) })
      : '',
    suit && rank && (partner === null || partner === caller) ? _('Played alone.') : '',
    discards?.length ? _('Put away: %(cards)s.', { cards: discards.map(cardInText).join(', ') }) : '',
  ];
  return html`<p>${lines.filter(Boolean).join(' ')}</p>`;
}

/**
 * What counted beside the cards.
 * @param {Result} result
 */
export function extras(result) {
  if (!result.extras?.length) return nothing;
  return html`<ul class="stack tight" aria-label=${_('Extra points')}>
    ${result.extras.map(
      (extra) => html`<li class="row small">
        <span class="grow">${sideName(extra.side, told())}: ${why(extra)}</span><b class="num">${signed(extra.points)}</b>
      </li>`,
    )}
  </ul>`;
}

/** @param {Extra} extra */
function why({ why: reason, suit }) {
  return WHY[reason]?.(suit ? suitName(suit).toLowerCase() : '') ?? reason;
}

/**
 * One row a side: card points, with extras where there are some, what it means for the match.
 * @param {Result} result
 */
export function sidesTable(result) {
  const { view } = state.value;
  if (!view) return nothing;
  const totals = result.totals;
  const added = Boolean(result.extras?.length && totals);
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${_('Result by side')}>
    <table class="data">
      <thead>
        <tr>
          <th>${_('Side')}</th>
          <th class="r">${_('Points')}</th>
          ${added ? html`<th class="r">${_('With extras')}</th>` : nothing}
          <th class="r">${_('This deal')}</th>
          <th class="r">${_('Match')}</th>
        </tr>
      </thead>
      <tbody>
        ${view.sides.map(
          (_members, side) => html`<tr>
            <td>${sideName(side, told())}</td>
            <td class="r num">${result.points.sides[side]}</td>
            ${added ? html`<td class="r num">${totals?.[side]}</td>` : nothing}
            <td class="r num">${signed(result.game_points[side] ?? 0)}</td>
            <td class="r num">${String(view.score[side] ?? 0).replace('-', '\u2212')}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * One section a side, for two of them.
 * @param {Result} result
 */
export function sidesPair(result) {
  const { view } = state.value;
  const shown = result.totals ?? result.points.sides;
  return html`<div class="two">
    ${view?.sides.map(
      (members, side) => html`<section class="stack tight">
        <h3>${sideName(side, told())} <span class="num">${shown[side]}</span></h3>
        <p class="small muted">
          ${members.length > 1
            ? members.map((seat) => `${nameOf(seat)} ${result.points.seats[seat]}`).join(' · ') + ' · '
            : ''}${ngettext('%(n)s card', '%(n)s cards', result.cards[side] ?? 0)}
        </p>
      </section>`,
    )}
  </div>`;
}
