/** What a deal came to, side by side, one's own first: points, briscas, extras, the contract, totals. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardInText, suitName } from '../speech/cardnames.js';
import { bidText } from '../speech/bids.js';
import { ownSide, winnersOf } from '../speech/end_texts.js';
import { figureText } from '../speech/figures.js';
import { nameOf, sidesShown, speechContext } from '../state/selectors.js';
import { pointsText, sideName, signed } from '../speech/sentences.js';
import { state } from '../state/store.js';
import { face, icon } from './parts.js';

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
 * Draw the contract: what was called, with whom, what was put away.
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
 * Draw what counted beside the cards.
 * @param {Result} result
 */
export function extras(result) {
  if (!result.extras?.length) return nothing;
  return html`<ul class="stack tight" aria-label=${_('Extra points')}>
    ${result.extras.map(
      (extra) => html`<li class="row small">
        <span class="grow">${sideName(extra.side, speechContext())}: ${why(extra)}</span><b class="num">${signed(extra.points)}</b>
      </li>`,
    )}
  </ul>`;
}

/** @param {Extra} extra */
function why({ why: reason, suit }) {
  return WHY[reason]?.(suit ? suitName(suit).toLowerCase() : '') ?? reason;
}

/**
 * Draw two figures as a bar, the own side filled first.
 * @param {number[]} points by side
 * @param {number[]} [winners]
 */
export function bar(points, winners = []) {
  const order = sidesShown(winners);
  const all = points.reduce((sum, one) => sum + one, 0);
  if (order.length !== 2 || !all || points.some((one) => one < 0)) return nothing;
  const us = ((points[order[0] ?? 0] ?? 0) * 120) / all;
  const parts = svg`<rect class="us" width=${Math.max(0, us - 0.4)} height="8"></rect><rect class="them" x=${us + 0.4} width=${Math.max(0, 119.6 - us)} height="8"></rect>`;
  return html`<svg class="bar2" role="img" aria-label=${pointsText(points, speechContext(), winners)} viewBox="0 0 120 8" preserveAspectRatio="none">
    ${parts}
  </svg>`;
}

/**
 * Draw the briscas that each side took in the deal that is over.
 * @param {number[]} winners
 */
export function took(winners) {
  const briscas = state.value.view?.over?.briscas;
  if (!briscas?.some((cards) => cards.length)) return nothing;
  return html`<div class="took" role="group" aria-label=${_('Briscas of the last deal')}>
    ${sidesShown(winners).map((side) => {
      const cards = briscas[side] ?? [];
      return html`<section data-side=${side === ownSide(speechContext()) ? 'us' : 'them'}>
        <h3>
          <i aria-hidden="true"></i><span class="who">${sideName(side, speechContext())}</span>
          <span class="muted small num"
            ><span class="narrow" aria-hidden="true">${cards.length}</span
            ><span class="wide">${ngettext('%(n)s brisca', '%(n)s briscas', cards.length)}</span></span
          >
        </h3>
        <span class="runs">${cards.map((card) => html`<span class="card s" data-card=${card}>${face(card, 'small', true)}</span>`)}</span>
      </section>`;
    })}
  </div>`;
}

/** Return the deals of the match: as bars between two sides, else a row of figures each. */
export function deals() {
  const { view } = state.value;
  const results = view?.over?.results ?? [];
  if (!view || !results.length) return nothing;
  const plain = view.sides.length === 2 && !view.result?.contract;
  return plain ? dealBars(results, view.winners ?? []) : dealRows(results, view.winners ?? []);
}

/**
 * @param {import('../protocol.js').DealOfMatch[]} results
 * @param {number[]} winners of the match
 */
function dealBars(results, winners) {
  const [first = 0, second = 1] = sidesShown(winners);
  return html`<ol class="deals" aria-label=${_('The deals')}>
    ${results.map((result) => {
      const won = winnersOf(result);
      const ours = won.length === 1 && won[0] === first;
      return html`<li class=${ours ? '' : 'deal-lost'}>
        <span><span class="wide">${_('Deal')} </span>${result.deal}</span>
        <span class="num" aria-hidden="true">${figureText(result.points[first] ?? 0)}</span>
        ${bar(result.points, winners)}
        <span class="num" aria-hidden="true">${figureText(result.points[second] ?? 0)}</span>
        <span>${ours ? html`${icon('check')}<span class="sr">${_('won')}</span>` : nothing}</span>
      </li>`;
    })}
  </ol>`;
}

/**
 * Draw what each deal added to the score of each side.
 * @param {import('../protocol.js').DealOfMatch[]} results
 * @param {number[]} winners of the match
 */
function dealRows(results, winners) {
  const order = sidesShown(winners);
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${_('The deals')}>
    <table class="data">
      <thead>
        <tr>
          <th scope="col">${_('Deal')}</th>
          ${order.map((side) => html`<th scope="col" class="r">${sideName(side, speechContext())}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${results.map(
          (result) => html`<tr>
            <th scope="row" class="num">${result.deal}</th>
            ${order.map((side) => html`<td class="r num">${signed(result.game_points[side] ?? 0)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * Draw a row for each side: card points, with extras where there are some, what it means for the match.
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
          <th scope="col">${_('Side')}</th>
          <th scope="col" class="r">${_('Points')}</th>
          ${added ? html`<th scope="col" class="r">${_('With extras')}</th>` : nothing}
          <th scope="col" class="r">${_('This deal')}</th>
          <th scope="col" class="r">${_('Match')}</th>
        </tr>
      </thead>
      <tbody>
        ${sidesShown(winnersOf(result)).map(
          (side) => html`<tr>
            <th scope="row">${sideName(side, speechContext())}</th>
            <td class="r num">${result.points.sides[side]}</td>
            ${added ? html`<td class="r num">${totals?.[side]}</td>` : nothing}
            <td class="r num">${signed(result.game_points[side] ?? 0)}</td>
            <td class="r num">${figureText(view.score[side] ?? 0)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
