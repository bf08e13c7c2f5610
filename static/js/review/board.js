/** The table as it was: hands round the trick, stock and trumps, and what just happened. */
import { html, nothing, repeat, svg } from '../lib/lit.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { signHref } from '../lib/sprites.js';
import { tileHref } from '../lib/tile.js';
import { cardInText, suitName } from '../table/speech/cardnames.js';
import { otherSeats, placeOf } from '../table/state/places.js';
import { back, face, suitGlyph } from '../table/views/parts.js';
import { MARKS, gradeName, plays } from './analysis_store.js';
import { bidList, contractLines, roleBadge } from './contract.js';
import { index, leave, othersHidden, playing, position, scene, seat as viewpoint, timeline, variation } from './store.js';
import { slotsOf } from './timeline.js';
import { asking, choiceOf, playedInMatch, tryCard } from './trying.js';
import { valueOf } from './values.js';
import { stockOf, positionText, whereabouts } from './texts.js';

/** Cards that lie beside each other in a hand. */
const FEW = 3;

/** @param {boolean} spoken whether the sentence is said aloud by itself */
export function board(spoken) {
  const now = position.value;
  const here = scene.value;
  if (!now || !here) return nothing;
  const players = here.names.length;
  const own = viewpoint.value;
  const where = whereabouts(here, now);
  const label = variation.value
    ? _('The table: %(where)s, a variation', { where })
    : _('The table: %(where)s', { where });
  return html`<section class="panel cloth board ${variation.value ? 'varied' : ''}" aria-label=${label}>
    <div class="replay of-${players} ${large(0) ? 'bidden' : ''}">
      ${chip()} ${otherSeats(own, players).map(hand)} ${trick()} ${stock()} ${hand(own)} ${score()}
    </div>
    <p class="say" aria-live=${spoken && !playing.value ? 'polite' : 'off'} aria-atomic="true">${positionText(here, now)}</p>
  </section>`;
}

/** Says that other cards are tried, and leads back. */
function chip() {
  if (!variation.value) return nothing;
  return html`<p class="varchip">
    <span>${_('Variation')}</span>
    <button class="btn" type="button" @click=${leave}>${_('Back to the match')}</button>
  </p>`;
}

/** @param {number} seat */
function hand(seat) {
  const now = position.value;
  const here = scene.value;
  const line = timeline.value;
  if (!now || !here || !line) return nothing;
  const name = here.names[seat] ?? '';
  const place = placeOf(seat, viewpoint.value, here.names.length);
  const turn = now.turn === seat;
  const href = tileHref(name, here.tiles[seat]);
  return html`<section
    class="rp ${place} ${large(seat) ? 'many' : ''}"
    ?data-turn=${turn}
    aria-label=${turn ? _('%(name)s, to play', { name }) : name}
  >
    <p class="row small">
      <span class="ava xs"
        ><svg class="tile" aria-hidden="true">${svg`<use href=${href}></use>`}</svg></span
      ><b dir="auto">${name}</b
      ><span class="num push"
        >${now.points[seat] ?? 0}<span class="sr"> ${_('points')}</span></span
      >
    </p>
    ${now.kind === 'sign' && now.seat === seat ? signFace(now.action?.sign ?? '') : nothing}
    <div class="runs">${cards(seat)}</div>
    ${roleBadge(now, seat)}
  </section>`;
}

/**
 * Draw the cards of a hand; those that may be tried are buttons.
 * @param {number} seat
 */
function cards(seat) {
  const line = timeline.value;
  if (!line) return nothing;
  const hidden = othersHidden.value && seat !== viewpoint.value;
  const choice = hidden ? null : choiceOf(seat);
  return slotsOf(line, index.value, seat).map(({ card, gone }) => {
    if (hidden && !gone) return html`<span class="card s">${back()}</span>`;
    if (choice?.cards.includes(card)) return option(seat, card, gone, choice.played);
    return html`<span class="opt-card"
      ><span class="card s ${gone ? 'gone' : ''}" aria-hidden=${gone ? 'true' : nothing}>${face(card, size(seat), !gone)}</span
      >${seat === viewpoint.value ? html`<span class="val" aria-hidden="true"></span>` : nothing}</span
    >`;
  });
}

/**
 * Draw a card that may be tried.
 * @param {number} seat
 * @param {string} card
 * @param {boolean} gone
 * @param {string} played what the seat plays in this trick
 */
function option(seat, card, gone, played) {
  const said = { card: cardInText(card) };
  const tried = variation.value !== null && card === played;
  const returns = variation.value?.cards.length === 1 && card === playedInMatch();
  const worth = valueOf(seat, card, played);
  /** @type {string} */
  let label = _('Try %(card)s', said);
  if (tried) label = _('%(card)s, which you are trying', said);
  else if (returns) label = _('%(card)s, the one played. Back to the match', said);
  else if (card === played) label = _('%(card)s, the one played', said);
  return html`<span class="opt-card">
    <button
      data-means=${index.value}
      class="card s ${gone || card === played ? 'gone' : ''}"
      type="button"
      aria-label=${worth ? `${label}. ${worth.spoken}` : label}
      aria-pressed=${tried ? 'true' : nothing}
      aria-busy=${asking.value === card ? 'true' : nothing}
      aria-disabled=${card === played ? 'true' : nothing}
      @click=${() => void tryCard(seat, card)}
    >
      ${face(card, size(seat))}
    </button>
    ${seat === viewpoint.value
      ? html`<span class="val num ${worth?.best ? 'best' : ''}" aria-hidden="true">${worth?.text ?? ''}</span>`
      : nothing}
  </span>`;
}

/** @param {number} seat */
const size = (seat) => (seat === viewpoint.value ? 'fit' : 'small');

/**
 * Return whether a seat was dealt more cards than lie beside each other.
 * @param {number} seat
 */
function large(seat) {
  const line = timeline.value;
  const first = line?.deals[position.value?.deal ?? 0]?.first ?? 0;
  return (line?.positions[first]?.hands[seat]?.length ?? 0) > FEW;
}

/**
 * Draw the face that makes a sign; the sentence says what it means.
 * @param {string} sign
 */
function signFace(sign) {
  return html`<svg class="face" aria-hidden="true">${svg`<use href=${signHref(sign)}></use>`}</svg>`;
}

function trick() {
  const now = position.value;
  const here = scene.value;
  if (!now || !here) return nothing;
  const bidding = now.bids.length > 0 && now.trick === 1 && !now.plays.length;
  if (bidding) return html`<div class="rt">${bidList(here, now)}</div>`;
  return html`<div class="rt">
    <div class="lying" role="group" aria-label=${_('Trick %(number)s', { number: now.trick })}>
      ${repeat(
        now.plays,
        (play) => play.card,
        (play) =>
          html`<figure ?data-win=${play.card === now.best}>
            <span class="card">${face(play.card, 'fit', true)}</span>
            ${caption(play, here.names[play.seat] ?? '', play.card === now.best)}
          </figure>`,
      )}
    </div>
  </div>`;
}

/**
 * Draw what stands under a card on the table: who played it, whether it wins, and its mark.
 * @param {import('./record.js').Play} play
 * @param {string} name
 * @param {boolean} best
 */
function caption(play, name, best) {
  const now = position.value;
  const at = now && `${now.hash.replace(/c\d$/, '')}c${now.plays.indexOf(play) + 1}`;
  const grade = variation.value ? null : plays.value.get(at ?? '')?.judged?.grade;
  return html`<figcaption>
    <span class="nm" dir="auto">${name}</span>${best ? html`<span class="wins">${_('wins')}</span>` : nothing}${play.announce
      ? html`<span>${_('Arrastre')}</span>`
      : nothing}${grade
      ? html`<b class="mk" data-grade=${grade} aria-hidden="true">${MARKS[grade]}</b><span class="sr">${gradeName(grade)}</span>`
      : nothing}
  </figcaption>`;
}

/** Draw points of the sides, those of who sits at the bottom first. */
function score() {
  const now = position.value;
  const here = scene.value;
  if (!now || !here) return nothing;
  const { sides } = here.record;
  // Of many sides each plate has its own.
  if (sides.length !== 2) return nothing;
  const own = sides.findIndex((side) => side.includes(viewpoint.value));
  const order = [own, ...sides.map((_side, at) => at).filter((at) => at !== own)];
  const sums = order.map((at) => (sides[at] ?? []).reduce((sum, seat) => sum + (now.points[seat] ?? 0), 0));
  return html`<p class="bc num"><small>${_('Points:')}</small> <b>${sums.join('–')}</b></p>`;
}

function stock() {
  const now = position.value;
  const here = scene.value;
  const deal = here?.record.deals[now?.deal ?? 0];
  if (!now || !here || !deal?.trump) return nothing;
  const left = stockOf(now);
  const auction = now.bids.length > 0 || now.talon.length > 0;
  return html`<section class="rs small" aria-label=${_('Stock and trumps')}>
    <div class="stock">
      ${left
        ? html`<div class="pack">
            ${now.turned
              ? html`<span class="card trump"
                  ><span class="sr">${_('Turned:')} </span>${face(now.turned, 'small', true)}</span
                >`
              : nothing}
            ${now.stock.length ? html`<span class="card deck">${deckFace(now.stock[0] ?? '')}</span>` : nothing}
            <span class="count num"
              ><span class="sr">${ngettext('%(n)s card left', '%(n)s cards left', left)}</span
              ><span aria-hidden="true">${left}</span></span
            >
          </div>`
        : auction
          ? nothing
          : html`<p>${_('No stock')}</p>`}
      ${now.trump
        ? html`<p class="pinta" data-s=${now.trump}>
            <span class="tag">${suitGlyph(now.trump)}<span>${suitName(now.trump)}</span></span>
          </p>`
        : html`<p>${_('No trumps yet')}</p>`}
      ${contractLines(here, now)}
    </div>
  </section>`;
}

/**
 * Return the next card of the stock: its face where the players saw it too.
 * @param {string} next
 */
function deckFace(next) {
  const open = scene.value?.record.rules['open_stock'] ?? 'none';
  return open === 'none' ? back() : face(next, 'small', true);
}
