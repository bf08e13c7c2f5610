/** The plates of the players: name, turn, time, points, presence. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { command } from '../intents.js';
import { others, placeOf, seatClass } from '../places.js';
import { sameSide } from '../contract.js';
import { TURNS, timeLeft } from '../reduce.js';
import { nameOf, ownSeat, vantage } from '../seen.js';
import { state } from '../store.js';
import { chatBubble } from './chatbox.js';
import { contracts, talking } from './later.js';
import { level } from './levels.js';
import { avatar, backs, face, icon, seconds } from './parts.js';

/** All plates but one's own, in the order of the page. */
export function otherSeats() {
  const { table } = state.value;
  return others(vantage(), table.players).map((seat) => plate(seat));
}

/**
 * The plate of a seat.
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
  const words = [
    name,
    sitting.kind === 'bot' ? _('bot') : '',
    sitting.substitute ? _('a bot plays for them') : '',
    off ? _('not connected') : '',
    role(seat),
    turn ? _('to play') : '',
  ];
  return html`<section
    class="${seatClass(place)} ${open ? 'shows' : held ? 'holds' : ''}"
    data-seat=${seat}
    data-side=${us ? 'us' : 'them'}
    ?data-turn=${turn}
    data-conn=${off ? 'off' : nothing}
    aria-label=${words.filter(Boolean).join(', ')}
  >
    ${avatar(name, turn ? ring() : nothing)}
    <span class="name"
      ><span>${name}</span>${off ? icon('wifi-off') : nothing}${crowded && sitting.kind === 'bot'
        ? icon('bot')
        : nothing}${badge(seat)}</span
    >
    <span class="meta">${meta(seat, turn)}</span>
    ${open ? openHand(open, name) : backs(held)}
    ${contracts()?.saidBid(seat) ?? nothing} ${talking()?.gaze(seat) ?? nothing} ${talking()?.bubble(seat) ?? nothing}
    ${chatBubble(seat)}
  </section>`;
}

/**
 * Cards of another that lie open before one.
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
  return contracts()?.roleBadge(seat) ?? '';
}

/** @param {number} seat */
function badge(seat) {
  const { table, view } = state.value;
  const sitting = table.seats[seat];
  const eldest = view && view.phase !== 'match_over' && view.eldest === seat;
  const words = [eldest ? _('mano') : '', role(seat)].filter(Boolean);
  if (words.length) return html`<span class="badge">${words.join(' · ')}</span>`;
  if (table.status === 'waiting' && sitting?.agreed && !sitting.bot)
    return html`<span class="badge ok">${_('agreed')}</span>`;
  if (table.rematch.includes(seat)) return html`<span class="badge ok">${_('again')}</span>`;
  return nothing;
}

/**
 * @param {number} seat
 * @param {boolean} turn
 */
function meta(seat, turn) {
  const { table, view } = state.value;
  const sitting = table.seats[seat];
  const left = turn ? timeLeft(state.value, performance.now()) : null;
  const first = left
    ? html`<span class="num" data-time>${seconds(left.turn || left.bank)}</span>`
    : view && view.sides.length > 4
      ? html`<span><span class="sr">${_('score')} </span>${icon('trophy')}${minus(view.score[seat] ?? 0)}</span>`
    : sitting?.substitute
      ? html`<span>${_('Bot for now')}</span>`
      : sitting?.kind === 'bot'
        ? html`<span>${_('Bot')}</span>`
        : html`<span>${sitting?.rating ?? (sitting?.kind === 'guest' ? _('Guest') : '')}</span>`;
  if (!view || table.status === 'waiting') return first;
  const points = view.points.seats[seat] ?? 0;
  const shown = (view.marriages ?? []).reduce((sum, one) => sum + (one.seat === seat ? one.points : 0), 0);
  return html`${first}${shown
      ? html`<span><span class="sr">${_('has shown')} </span>+${shown}</span>`
      : nothing}<span
      ><span class="sr">${_('has taken')} </span>${icon('pile')}${points}<span class="sr">
        ${_('points')}</span
      ></span
    >`;
}

/** @param {number} value */
function minus(value) {
  return String(value).replace('-', '\u2212');
}

function ring() {
  const left = timeLeft(state.value, performance.now());
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
  const { you, status } = state.value.table;
  const waiting = status === 'waiting';
  const link = you.invite_links[seat];
  return html`<section class="${seatClass(place)} free" aria-label=${_('Free seat %(n)s', { n: seat + 1 })} data-seat=${seat}>
    <span class="ava free">${icon('plus')}</span>
    <span class="name"><span>${_('Free')}</span></span>
    <span class="offer">
      ${waiting && you.can_sit
        ? html`<button class="btn sm pri" @click=${() => command('sit', { seat })}>${_('Sit here')}</button>`
        : nothing}
      ${waiting && link
        ? html`<button
            class="btn sm"
            data-act="copy"
            data-copy=${location.origin + link}
            data-done=${_('Link copied')}
          >
            ${_('Invite')}
          </button>`
        : nothing}
      ${waiting && you.host
        ? html`<button class="btn sm" @click=${() => command('add_bot', { seat, level: level.value })}>
            ${_('Bot')}
          </button>`
        : nothing}
    </span>
  </section>`;
}
