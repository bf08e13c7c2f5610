/** Small pieces that several views draw. */
import { html, svg, nothing } from '../../lib/lit.js';
import { preferences } from '../../lib/preferences.js';
import { isSimple } from '../../lib/simple_view.js';
import { cardHref, iconHref, sprite } from '../../lib/sprites.js';
import { tileId } from '../../lib/tile.js';
import { cardName, frenchFaces, suitMark } from '../speech/cardnames.js';
import { smallCards } from './window_shape.js';

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
 * Return the deck that is shown: the one of the game where that has French cards, else the chosen one. In the simple view
 * the classic deck is that with large figures.
 * @returns {import('../../lib/sprites.js').Variant}
 */
function deck() {
  const chosen = preferences.value.deck;
  return frenchFaces() ? 'french' : isSimple && chosen === 'classic' ? 'large' : chosen;
}

/**
 * Draw the face of a card; `fit` where the form of the window chooses between the classic ones.
 * @param {string} code
 * @param {"full" | "small" | "fit"} [size]
 * @param {boolean} [named] carries its own name
 */
export function face(code, size = 'full', named = false) {
  const kind = size === 'small' || (size === 'fit' && smallCards.value) ? 'small' : 'full';
  return html`<svg
    viewBox="0 0 208 322"
    role=${named ? 'img' : nothing}
    aria-label=${named ? cardName(code) : nothing}
    aria-hidden=${named ? nothing : 'true'}
  >
    ${svg`<use href=${cardHref(code, deck(), kind, frenchFaces() ?? undefined)}></use>`}
  </svg>`;
}

/** Draw the place of a face that is yet to be drawn. */
export function blank() {
  return html`<svg viewBox="0 0 208 322" aria-hidden="true"></svg>`;
}

/** Draw the back of a card. */
export function back() {
  return html`<svg viewBox="0 0 208 322" aria-hidden="true">
    ${svg`<use href=${cardHref('back', deck())}></use>`}
  </svg>`;
}

/** @param {number} count */
export function backs(count) {
  if (!count) return nothing;
  return html`<span class="backs" aria-hidden="true"
    >${Array.from({ length: Math.min(4, count) }, () => html`<i></i>`)}</span
  >`;
}

/**
 * Draw the face of who sits at a seat: the one the table gave them, which no other seat has.
 * @param {Pick<import('../protocol.js').Seat, 'player' | 'face'>} sitting
 * @param {unknown} [ring]
 */
export function avatar(sitting, ring = nothing) {
  const href = `${sprite('tiles')}#${sitting.face ?? tileId(sitting.player ?? '')}`;
  return html`<span class="ava"
    ><svg class="tile" aria-hidden="true">${svg`<use href=${href}></use>`}</svg>${ring}</span
  >`;
}

/**
 * Return seconds as a player reads them.
 * @param {number} ms
 */
export function seconds(ms) {
  const all = Math.ceil(ms / 1000);
  return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
}
