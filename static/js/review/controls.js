/** The buttons and the slider that lead through a match, and how it is looked at. */
import { html, nothing } from '../lib/lit.js';
import { live } from '../lib/live.js';
import { gettext as _ } from '../lib/i18n.js';
import { icon } from '../table/views/parts.js';
import { edges, jump, match, othersHidden, playing, position, scene, seat, step, timeline, toggle } from './store.js';
import { positionText, whereabouts } from './texts.js';

/**
 * @param {string} name of the icon
 * @param {string} label
 * @param {() => void} act
 * @param {boolean} off
 * @param {string} [extra]
 */
function button(name, label, act, off, extra = '') {
  // Disabled in words only: a button that lost the focus at the end would be hard to find again.
  return html`<button
    class="btn ico ${extra}"
    type="button"
    aria-label=${label}
    title=${label}
    aria-disabled=${off ? 'true' : nothing}
    @click=${act}
  >
    ${icon(name)}
  </button>`;
}

export function controls() {
  const now = position.value;
  const line = timeline.value;
  if (!now || !line) return nothing;
  const { first, last } = edges.value;
  return html`<div class="controls" role="group" aria-label=${_('Go through the match')}>
    ${button('first', _('Start of the deal (Home)'), () => step('deal', -1), first, 'wide')}
    ${button('tprev', _('Trick before ([)'), () => step('trick', -1), first)}
    ${button('prev', _('Card before (left arrow)'), () => step('card', -1), first)}
    ${button(
      playing.value ? 'pause' : 'play',
      playing.value ? _('Stop (space)') : _('Play (space)'),
      toggle,
      false,
      'pri',
    )}
    ${button('next', _('Next card (right arrow)'), () => step('card', 1), last)}
    ${button('tnext', _('Next trick (])'), () => step('trick', 1), last)}
    ${button('last', _('End of the deal (End)'), () => step('deal', 1), last, 'wide')}
    ${slider()}
  </div>`;
}

/** Draw the slider. It goes over one deal: a match would be too fine for a finger. */
function slider() {
  const now = position.value;
  const here = scene.value;
  const span = timeline.value?.deals[now?.deal ?? 0];
  if (!now || !here || !span) return nothing;
  const text = `${whereabouts(here, now)}. ${positionText(here, now)}`;
  return html`<input
    class="seek"
    type="range"
    aria-label=${_('Place in the deal')}
    aria-valuetext=${text}
    min="0"
    max=${span.last - span.first}
    .value=${live(String(now.index - span.first))}
    @input=${(/** @type {Event} */ event) => {
      if (event.target instanceof HTMLInputElement) jump(span.first + event.target.valueAsNumber);
    }}
  />`;
}

export function views() {
  const here = match.value;
  if (!here) return nothing;
  return html`<div class="row small">
    <label class="row"
      >${_('Seen by')}
      <select
        class="inp"
        @change=${(/** @type {Event} */ event) => {
          if (event.target instanceof HTMLSelectElement) seat.value = Number(event.target.value);
        }}
      >
        ${here.names.map(
          (name, at) => html`<option value=${at} ?selected=${at === seat.value}>${name}</option>`,
        )}
      </select></label
    >
    <label class="row tapline"
      ><input
        type="checkbox"
        .checked=${live(othersHidden.value)}
        @change=${(/** @type {Event} */ event) => {
          if (event.target instanceof HTMLInputElement) othersHidden.value = event.target.checked;
        }}
      />${_('Hide the other hands')}</label
    >
  </div>`;
}
