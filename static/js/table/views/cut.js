/** The deck before it is dealt: who cuts, and how. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cut, cutAt, cutPlaces, grab, letGo, pull, yourCut } from '../cut.js';
import { asked } from '../seen.js';
import { page, show, state } from '../store.js';

const HEIGHT = 80;
const LOWEST = 4;

/** The deck from the side, its upper packet where it is held. */
export function pile() {
  const mine = yourCut();
  const places = mine ? cutPlaces() : null;
  const cards = places ? places.high + places.low : 40;
  const at = mine ? cutAt() : 0;
  const step = HEIGHT / cards;
  const lines = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from(
      { length: to - from },
      (_all, index) =>
        svg`<rect x="20" y=${10 + (from + index) * step} width="80" height=${step * 0.78} rx="0.6"></rect>`,
    );
  const lift = page.value.lift || (mine ? 6 : 0);
  return html`<section class="cutting" aria-label=${_('The deck')}>
    <svg
      class="pile"
      viewBox="0 0 120 100"
      aria-hidden="true"
      ?data-mine=${mine}
      @pointerdown=${grab}
      @pointermove=${pull}
      @pointerup=${letGo}
      @pointercancel=${letGo}
    >
      <g class="low">${lines(at, cards)}</g>
      <g class="up" transform=${`translate(${lift} -3)`}>${lines(0, at)}</g>
    </svg>
    ${mine ? nothing : html`<p class="small">${asked()}</p>`}
  </section>`;
}

/** Slider and button, where the hand will lie. */
export function cutter() {
  const { low, high } = cutPlaces();
  const at = cutAt();
  const left = cutLeft();
  const enter = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    cut();
  };
  return html`<div class="wait cutter">
    <label for="cut-at">${_('You cut: drag the packet, or choose here.')}</label>
    <input
      id="cut-at"
      type="range"
      min=${low}
      max=${high}
      .value=${String(at)}
      aria-valuetext=${ngettext('%(n)s card from the top', '%(n)s cards from the top', at)}
      @input=${(/** @type {any} */ event) => show({ cutAt: Number(event.target.value) })}
      @keydown=${enter}
    />
    <p class="small num" aria-hidden="true">${_('%(above)s above, %(below)s below', { above: at, below: high + LOWEST - at })}</p>
    <button class="btn pri" @click=${cut}>${_('Cut here')}</button>
    ${left === null
      ? nothing
      : html`<p class="small">${_('In %(n)s s the clock cuts.', { n: Math.ceil(left / 1000) })}</p>`}
  </div>`;
}

/** Milliseconds until the clock cuts; null where that is not known. */
function cutLeft() {
  const { fair, fairAt } = state.value;
  if (fair?.cut_in_ms === null || fair?.cut_in_ms === undefined) return null;
  return Math.max(0, fair.cut_in_ms - (performance.now() - fairAt));
}
