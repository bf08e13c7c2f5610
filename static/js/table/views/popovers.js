/** What is in the boxes that open over the table: the last trick, the open stock. */
import { html } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { nameOf } from '../state/selectors.js';
import { face } from './parts.js';

/**
 * Draw the cards of the open stock, in the order in which they are drawn.
 * @param {string[]} cards
 */
export function stockInOrder(cards) {
  return html`<h2>${_('The stock, in drawing order')}</h2>
    <div class="runs">${cards.map((card) => html`<span class="card s">${face(card, 'small', true)}</span>`)}</div>`;
}

/**
 * Draw the last trick: who took it, and who played what.
 * @param {import('../protocol.js').Trick} last
 */
export function lastTrickCards(last) {
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
          <figcaption class="small">${nameOf(play.seat)}</figcaption>
        </figure>`,
      )}
    </div>`;
}
