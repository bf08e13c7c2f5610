/** The table as it was: hands round the trick, stock and trumps, and what just happened. */
import { html, nothing, repeat, svg } from '../lib/lit.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { signHref, sprite } from '../lib/sprites.js';
import { tileId } from '../lib/tile.js';
import { suitName } from '../table/cardnames.js';
import { others, placeOf } from '../table/places.js';
import { back, face, suitGlyph } from '../table/views/parts.js';
import { bidList, pactLines, roleBadge } from './pact.js';
import { index, match, othersHidden, position, seat as viewpoint, timeline } from './store.js';
import { slotsOf } from './timeline.js';
import { stockOf, tell, whereabouts } from './words.js';

/** Cards that lie beside each other in a hand. */
const FEW = 3;

/** @param {boolean} spoken whether the sentence is said aloud by itself */
export function board(spoken) {
  const now = position.value;
  const here = match.value;
  if (!now || !here) return nothing;
  const players = here.names.length;
  const own = viewpoint.value;
  return html`<section class="panel cloth" aria-label=${_('The table: %(where)s', { where: whereabouts(here, now) })}>
    <div class="replay ${large(0) ? 'bidden' : ''}">
      ${others(own, players).map(hand)} ${trick()} ${stock()} ${hand(own)}
    </div>
    <p class="say" aria-live=${spoken ? 'polite' : 'off'} aria-atomic="true">${tell(here, now)}</p>
  </section>`;
}

/** @param {number} seat */
function hand(seat) {
  const now = position.value;
  const here = match.value;
  const line = timeline.value;
  if (!now || !here || !line) return nothing;
  const name = here.names[seat] ?? '';
  const place = placeOf(seat, viewpoint.value, here.names.length);
  const turn = now.turn === seat;
  const hidden = othersHidden.value && seat !== viewpoint.value;
  const href = `${sprite('tiles')}#${tileId(name)}`;
  const slots = slotsOf(line, index.value, seat);
  return html`<section
    class="rp ${place} ${large(seat) ? 'many' : ''}"
    ?data-turn=${turn}
    aria-label=${turn ? _('%(name)s, to play', { name }) : name}
  >
    <p class="row small">
      <span class="ava xs"
        ><svg class="tile" aria-hidden="true">${svg`<use href=${href}></use>`}</svg></span
      ><b>${name}</b
      ><span class="num push"
        >${now.points[seat] ?? 0}<span class="sr"> ${_('points')}</span></span
      >
    </p>
    ${now.kind === 'sign' && now.seat === seat ? signFace(now.action?.sign ?? '') : nothing}
    <div class="runs">
      ${slots.map(({ card, gone }) =>
        hidden && !gone
          ? html`<span class="card s">${back()}</span>`
          : html`<span class="card s ${gone ? 'gone' : ''}" aria-hidden=${gone ? 'true' : nothing}
              >${face(card, 'small', !gone)}</span
            >`,
      )}
    </div>
    ${roleBadge(now, seat)}
  </section>`;
}

/**
 * Whether a seat was dealt more cards than lie beside each other.
 * @param {number} seat
 */
function large(seat) {
  const line = timeline.value;
  const first = line?.deals[position.value?.deal ?? 0]?.first ?? 0;
  return (line?.positions[first]?.hands[seat]?.length ?? 0) > FEW;
}

/**
 * The face that makes a sign; the sentence says what it means.
 * @param {string} sign
 */
function signFace(sign) {
  return html`<svg class="face" aria-hidden="true">${svg`<use href=${signHref(sign)}></use>`}</svg>`;
}

function trick() {
  const now = position.value;
  const here = match.value;
  if (!now || !here) return nothing;
  const players = here.names.length;
  const over = timeline.value?.positions[now.index + 1]?.kind === 'taken';
  const caption = (/** @type {import('./timeline.js').Play} */ { seat, card }) => {
    const name = here.names[seat] ?? '';
    if (card !== now.best) return name;
    return over ? _('%(name)s takes it', { name }) : _('%(name)s · winning', { name });
  };
  const bidding = now.bids.length > 0 && now.trick === 1 && !now.plays.length;
  if (bidding) return html`<div class="rt">${bidList(here, now)}</div>`;
  return html`<div class="rt n${players}">
    <div class="trick" role="group" aria-label=${_('Trick %(number)s', { number: now.trick })}>
      ${repeat(
        now.plays,
        (play) => play.card,
        (play) =>
          html`<figure
            class="play ${placeOf(play.seat, viewpoint.value, players)}"
            ?data-win=${play.card === now.best}
          >
            <span class="card">${face(play.card, 'fit', true)}</span>
            <figcaption>${caption(play)}${play.announce ? ` · ${_('Arrastre')}` : ''}</figcaption>
          </figure>`,
      )}
    </div>
  </div>`;
}

function stock() {
  const now = position.value;
  const here = match.value;
  const deal = here?.record.deals[now?.deal ?? 0];
  if (!now || !here || !deal?.trump) return nothing;
  const left = stockOf(now);
  const sums = here.record.sides.map((side) =>
    side.reduce((sum, seat) => sum + (now.points[seat] ?? 0), 0),
  );
  const teams = here.record.sides.some((side) => side.length > 1);
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
      ${pactLines(here, now)}
      ${teams ? html`<p class="num"><span class="sr">${_('Points:')} </span>${sums.join('–')}</p>` : nothing}
    </div>
  </section>`;
}

/**
 * The next card of the stock: its face where the players saw it too.
 * @param {string} next
 */
function deckFace(next) {
  const open = match.value?.record.rules['open_stock'] ?? 'none';
  return open === 'none' ? back() : face(next, 'small', true);
}
