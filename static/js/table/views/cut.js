/** The deck before it is dealt: who cuts, and where the deck is parted. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cut, cutAt, cutPlaces, cutsInTheMiddle, yourCut } from '../input/cut.js';
import { grab, letGo, pull } from '../input/cut_drag.js';
import { promptText } from '../state/selectors.js';
import { clockTime, show, state } from '../state/store.js';
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

/** Draw the whole deck, parted where one is about to cut, with the slider and the buttons. */
export function cutter() {
  const { low, high } = cutPlaces();
  const at = cutAt();
  const cards = low + high;
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    cut();
  };
  return html`<section class="cutter" aria-labelledby="cut-title">
    <h2 id="cut-title">${_('You cut')}</h2>
    <div
      class="pile"
      aria-hidden="true"
      .style=${`--cards: ${cards}`}
      @pointerdown=${grab}
      @pointermove=${pull}
      @pointerup=${letGo}
      @pointercancel=${letGo}
    >
      ${spread('up', at)} ${spread('low', cards - at)}
    </div>
    <div class="places">
      <span class="num" aria-hidden="true">${at}</span>
      <input
        id="cut-at"
        type="range"
        min=${low}
        max=${high}
        .value=${String(at)}
        aria-label=${_('Where you cut')}
        aria-valuetext=${ngettext('%(n)s card from the top', '%(n)s cards from the top', at)}
        @input=${(/** @type {any} */ event) => show({ cutAt: Number(event.target.value) })}
        @keydown=${enter}
      />
      <span class="num" aria-hidden="true">${cards - at}</span>
    </div>
    <p class="small">${_('Drag the deck, or move the cut with the arrows.')} ${countdown()}</p>
    <button class="btn pri" @click=${cut}>${_('Cut here')}</button>
    <label class="row small"
      ><input type="checkbox" @change=${(/** @type {any} */ event) => cutsInTheMiddle(event.target.checked)} />
      <span>${_('Always cut in the middle at this table')}</span></label
    >
  </section>`;
}

/**
 * Draw cards one behind the other; of all but the last only the edge is seen.
 * @param {'up' | 'low'} kind
 * @param {number} cards
 */
function spread(kind, cards) {
  return html`<span class="spread ${kind}">
    ${Array.from({ length: cards - 1 }, () => html`<i></i>`)}<span class="card">${back()}</span>
  </span>`;
}

/** Say when the clock cuts; nothing where that is not known. */
function countdown() {
  const { fair, fairAt } = state.value;
  if (fair?.cut_in_ms === null || fair?.cut_in_ms === undefined || !yourCut()) return nothing;
  const left = Math.max(0, fair.cut_in_ms - (clockTime() - fairAt));
  return html`<span class="num">${_('In %(n)s s the clock cuts.', { n: Math.ceil(left / 1000) })}</span>`;
}
