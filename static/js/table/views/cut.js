/** The deck that one cuts oneself: where it is parted, and the ways to say so. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cut, cutAt, cutPlaces, cutsInTheMiddle } from '../input/cut.js';
import { grab, letGo, pull } from '../input/cut_drag.js';
import { clockTime, show, state } from '../state/store.js';
import { spread } from './deck.js';

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
    <button class="btn pri" data-means="cut" @click=${cut}>${_('Cut here')}</button>
    <label class="row small"
      ><input type="checkbox" @change=${(/** @type {any} */ event) => cutsInTheMiddle(event.target.checked)} />
      <span>${_('Always cut in the middle at this table')}</span></label
    >
  </section>`;
}

/** Say when the clock cuts; nothing where that is not known. */
function countdown() {
  const { fair, fairAt } = state.value;
  if (fair?.cut_in_ms === null || fair?.cut_in_ms === undefined) return nothing;
  const left = Math.max(0, fair.cut_in_ms - (clockTime() - fairAt));
  return html`<span class="num">${_('In %(n)s s the clock cuts.', { n: Math.ceil(left / 1000) })}</span>`;
}
