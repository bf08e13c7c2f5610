/** The deck before it is dealt, as whoever does not cut sees it. */
import { html } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { promptText } from '../state/selectors.js';
import { back } from './parts.js';

/** Cards of the deck that somebody else cuts: enough to be seen as one. */
const SHOWN = 12;

/** Draw the deck in the middle, while another seat cuts or the deal is being made. */
export function deckToCut() {
  return html`<section class="cutting" aria-label=${_('The deck')}>
    <span class="pile whole" aria-hidden="true">${spread('up', SHOWN)}</span>
    <p class="small">${promptText()}</p>
  </section>`;
}

/**
 * Draw cards one behind the other; of all but the last only the edge is seen.
 * @param {'up' | 'low'} kind
 * @param {number} cards
 */
export function spread(kind, cards) {
  return html`<span class="spread ${kind}">
    ${Array.from({ length: cards - 1 }, () => html`<i></i>`)}<span class="card">${back()}</span>
  </span>`;
}
