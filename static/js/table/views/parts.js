/** Small pieces that several views draw. */
import { html, svg, nothing } from '../../lib/lit.js';
import { cardHref, iconHref, sprite } from '../../lib/sprites.js';
import { tileId } from '../../lib/tile.js';
import { cardName, frenchFaces, suitMark } from '../cardnames.js';
import { settings } from '../settings.js';

/** @param {string} name */
export function icon(name) {
  return html`<svg class="i" aria-hidden="true">${svg`<use href=${iconHref(name)}></use>`}</svg>`;
}

/** @param {string} suit */
export function suitGlyph(suit) {
  if (frenchFaces()) return html`<span class="suit" data-s=${suit} aria-hidden="true">${suitMark(suit)}</span>`;
  return html`<svg class="suit" data-s=${suit} aria-hidden="true">${svg`<use href=${iconHref(suit)}></use>`}</svg>`;
}

/**
 * The face of a card; both faces where the table's size chooses between them.
 * @param {string} code
 * @param {"classic" | "large" | "both"} [variant]
 * @param {boolean} [named] carries its own name
 */
export function face(code, variant = 'classic', named = false) {
  const faces = frenchFaces();
  const wanted = faces ? 'french' : settings.value.large && variant !== 'both' ? 'large' : variant;
  const one = (/** @type {"classic" | "large" | "french"} */ kind, /** @type {string} */ extra) =>
    html`<svg
      class=${extra}
      viewBox="0 0 208 322"
      role=${named ? 'img' : nothing}
      aria-label=${named ? cardName(code) : nothing}
      aria-hidden=${named ? nothing : 'true'}
    >
      ${svg`<use href=${cardHref(code, kind, faces ?? undefined)}></use>`}
    </svg>`;
  if (wanted !== 'both') return one(wanted, '');
  return html`${one('classic', 'fu')}${one('large', 'lg')}`;
}

/** The back of a card. */
export function back() {
  return html`<svg viewBox="0 0 208 322" aria-hidden="true">
    ${svg`<use href=${cardHref('back')}></use>`}
  </svg>`;
}

/** @param {number} count */
export function backs(count) {
  if (!count) return nothing;
  return html`<span class="backs" aria-hidden="true"
    >${Array.from({ length: Math.min(4, count) }, back)}</span
  >`;
}

/**
 * Somebody's face.
 * @param {string} name
 * @param {unknown} [ring]
 */
export function avatar(name, ring = nothing) {
  const href = `${sprite('tiles')}#${tileId(name)}`;
  return html`<span class="ava"
    ><svg class="tile" aria-hidden="true">${svg`<use href=${href}></use>`}</svg>${ring}</span
  >`;
}

/**
 * Seconds as a player reads them.
 * @param {number} ms
 */
export function seconds(ms) {
  const all = Math.ceil(ms / 1000);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
}
