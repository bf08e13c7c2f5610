/** How the match stands, one's own side first. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, pgettext } from '../../lib/i18n.js';
import { figureText } from '../speech/figures.js';
import { sidesInOrder } from '../state/own_side.js';
import { ownSeat, speechContext } from '../state/selectors.js';
import { sideName } from '../speech/sentences.js';
import { state } from '../state/store.js';

/** More sides than these do not fit: then it is oneself and who leads. */
const MOST_SIDES = 4;
/** The highest target that is shown as a row of pips. */
const MOST_PIPS = 7;

/** Draw the plate of the score. */
export function score() {
  const { view, table } = state.value;
  const sides = view?.sides ?? table.sides;
  const won = view?.score ?? sides.map(() => 0);
  const target = view?.target ?? table.rules['match.target'];
  const order = sidesInOrder(sides, ownSeat(), view?.winners ?? []);
  const label = order.map((side) => `${sideName(side, speechContext())} ${won[side]}`).join(', ');
  const goal = (table.rules['match.end'] ?? 'target') === 'target';
  const pips = goal && target <= MOST_PIPS && sides.length <= 2 && view?.unit !== 'points';
  const shown = sides.length > MOST_SIDES ? foremost(order, won) : order;
  const cell = (/** @type {number} */ side, /** @type {number} */ place) => {
    const own = ownSeat();
    const us = own !== null && Boolean(sides[side]?.includes(own));
    return html`<div class=${us ? 'own' : own === null ? '' : 'other'}>
      <span class="side" dir="auto">${sideName(side, speechContext())}</span>
      <b>${figureText(won[side] ?? 0)}</b>
      ${pips
        ? html`<ol class="pips" aria-hidden="true">
            ${Array.from({ length: target }, (_all, pip) => html`<li class=${pip < (won[side] ?? 0) ? 'on' : ''}></li>`)}
          </ol>`
        : sides.length > MOST_SIDES && side === leader(won)
          ? html`<span class="of">${pgettext('in a match', 'leads')}</span>`
          : goal && place === 0 && shown.length <= 2
            ? html`<span class="of">${_('of %(n)s', { n: target })}</span>`
            : nothing}
    </div>`;
  };
  return html`<section
    class=${shown.length > 2 ? 'score many' : 'score'}
    aria-label=${goal
      ? _('Score: %(score)s, to %(target)s', { score: label, target })
      : _('Score: %(score)s', { score: label })}
  >
    ${shown.map(cell)}
  </section>`;
}

/**
 * Return the first side of the order, and who of the others has most; for watchers the two who have most.
 * @param {number[]} order
 * @param {number[]} won
 */
function foremost(order, won) {
  const best = [...order].sort((a, b) => (won[b] ?? 0) - (won[a] ?? 0));
  if (ownSeat() === null) return best.slice(0, 2);
  return [order[0] ?? 0, ...best.filter((side) => side !== order[0]).slice(0, 1)];
}

/**
 * Return the side that has most, null where several have.
 * @param {number[]} won
 */
function leader(won) {
  const most = Math.max(...won);
  const first = won.indexOf(most);
  return won.lastIndexOf(most) === first ? first : null;
}
