/** The plates of the players: name, turn, time, points, presence. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _, pgettext } from '../../lib/i18n.js';
import { otherSeats, placeOf, seatClass } from '../state/places.js';
import { sameSide } from '../state/contract.js';
import { figureText } from '../speech/figures.js';
import { TURNS, timeLeft } from '../state/reduce.js';
import { nameOf, ownSeat, vantage } from '../state/selectors.js';
import { clockTime, state } from '../state/store.js';
import { chatBubble } from './chat_button.js';
import { contractViews, partnerTalkViews } from './lazy_views.js';
import { noteMark } from './note_mark.js';
import { avatar, backs, face, icon, seconds } from './parts.js';

/** Return all plates but one's own, in the order of the page. */
export function otherPlates() {
  const { table } = state.value;
  return otherSeats(vantage(), table.players).map((seat) => plate(seat));
}

/**
 * Return the plate of a seat.
 * @param {number} seat
 */
export function plate(seat) {
  const { table, view } = state.value;
  const place = placeOf(seat, vantage(), table.players);
  const sitting = table.seats[seat];
  if (!sitting?.player) return free(seat, place);
  const name = nameOf(seat);
  const own = ownSeat();
  const turn = view !== null && TURNS.includes(view.phase) && view.turn === seat;
  const us = sameSide(view, table.sides, own, seat);
  // With five alone the score stands where else a bot is called one.
  const crowded = view !== null && view.sides.length > 4;
  const open = place === 'me' ? null : view?.hands?.[seat];
  const held = place === 'me' ? 0 : (view?.counts[seat] ?? 0);
  const off = !sitting.bot && !sitting.connected && table.status === 'playing';
  const mark = off ? 'wifi-off' : crowded && sitting.kind === 'bot' ? 'bot' : '';
  const bid = contractViews()?.saidBid(seat) ?? nothing;
  const words = [
    name,
    sitting.kind === 'bot' ? _('bot') : '',
    sitting.substitute ? _('a bot plays for them') : '',
    off ? _('not connected') : '',
    role(seat),
    turn ? _('to play') : '',
  ];
  return html`<section
    class="${seatClass(place)} ${open ? 'shows' : held ? 'holds' : ''} ${bid === nothing ? '' : 'has-bid'}"
    data-seat=${seat}
    data-side=${us ? 'us' : 'them'}
    ?data-turn=${turn}
    data-conn=${off ? 'off' : nothing}
    aria-label=${words.filter(Boolean).join(', ')}
  >
    ${avatar(sitting, html`${turn ? ring() : nothing}${mark ? icon(mark) : nothing}`)}
    <span class="name"><span dir="auto">${name}</span>${noteMark(seat)}${badge(seat)}</span>
    <span class="meta">${meta(seat, turn)}</span>
    ${open ? openHand(open, name) : backs(held)}
    ${bid} ${partnerTalkViews()?.gaze(seat) ?? nothing} ${partnerTalkViews()?.bubble(seat) ?? nothing}
    ${chatBubble(seat)}
  </section>`;
}

/**
 * Draw cards of another that lie open before one.
 * @param {string[]} cards
 * @param {string} name
 */
function openHand(cards, name) {
  return html`<span class="open" role="group" aria-label=${_('Cards of %(name)s', { name })}
    >${cards.map((card) => html`<span class="card" data-card=${card}>${face(card, 'small', true)}</span>`)}</span
  >`;
}

/** @param {number} seat */
function role(seat) {
  return contractViews()?.roleBadge(seat) ?? '';
}

/** @param {number} seat */
function badge(seat) {
  const { table, view } = state.value;
  const eldest = view && view.phase !== 'match_over' && view.eldest === seat;
  const words = [eldest ? pgettext('to a deal, of a seat', 'leads') : '', role(seat)].filter(Boolean);
  if (words.length) return html`<span class="badge">${words.join(' · ')}</span>`;
  if (table.rematch.includes(seat)) return html`<span class="badge ok">${_('again')}</span>`;
  return nothing;
}

/**
 * Draw the second line of a plate: what somebody is or how long they have, and what they have taken. Both have
 * their width from the start, so that the plate keeps its own.
 * @param {number} seat
 * @param {boolean} turn
 */
function meta(seat, turn) {
  const { view } = state.value;
  const points = view?.points.seats[seat] ?? 0;
  const shown = (view?.marriages ?? []).reduce((sum, one) => sum + (one.seat === seat ? one.points : 0), 0);
  return html`${turn ? clock() : standing(seat)}${shown
      ? html`<span><span class="sr">${_('has shown')} </span>+${shown}</span>`
      : nothing}<span class="taken"
      ><span class="sr">${_('has taken')} </span>${icon('pile')}${points}<span class="sr">
        ${_('points')}</span
      ></span
    >`;
}

/** Draw the time of who has the turn: once that is used up, the reserve, which is called one. */
function clock() {
  const left = timeLeft(state.value, clockTime());
  if (!left) return html`<span class="num first"></span>`;
  return left.turn
    ? html`<span class="num first" data-time>${seconds(left.turn)}</span>`
    : html`<span class="num first reserve" data-time>${_('reserve %(time)s', { time: seconds(left.bank) })}</span>`;
}

/**
 * Draw what somebody at a seat is: their score where all play alone, a bot, a rating, a guest.
 * @param {number} seat
 */
function standing(seat) {
  const { table, view } = state.value;
  const sitting = table.seats[seat];
  if (view && view.sides.length > 4)
    return html`<span class="first"><span class="sr">${_('score')} </span>${icon('trophy')}${figureText(view.score[seat] ?? 0)}</span>`;
  if (sitting?.substitute) return html`<span class="first">${_('Bot for now')}</span>`;
  if (sitting?.kind === 'bot') return html`<span class="first kind">${icon('bot')}<span>${_('Bot')}</span></span>`;
  if (typeof sitting?.rating === 'number') return html`<span class="num first">${sitting.rating} <small>± ${sitting.deviation}</small></span>`;
  return html`<span class="first kind"><span>${sitting?.kind === 'guest' ? _('Guest') : ''}</span></span>`;
}

function ring() {
  const left = timeLeft(state.value, clockTime());
  if (!left) return nothing;
  const share = Math.round(left.share * 100);
  return html`<svg class="ring ${left.share < 0.25 ? 'low' : ''}" viewBox="0 0 36 36" aria-hidden="true">
    ${svg`<circle cx="18" cy="18" r="16.5"></circle><circle cx="18" cy="18" r="16.5" pathLength="100" stroke-dasharray="${share} 100"></circle>`}
  </svg>`;
}

/**
 * @param {number} seat
 * @param {string} place
 */
function free(seat, place) {
  return html`<section class="${seatClass(place)} free" aria-label=${_('Free seat %(n)s', { n: seat + 1 })} data-seat=${seat}>
    <span class="ava free">${icon('plus')}</span>
    <span class="name"><span>${_('Free')}</span></span>
  </section>`;
}
