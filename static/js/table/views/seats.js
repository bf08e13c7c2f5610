/** The plates of the players: name, turn, time, points, presence. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { command } from '../intents.js';
import { others, placeOf, seatClass } from '../places.js';
import { timeLeft } from '../reduce.js';
import { nameOf, ownSeat, vantage } from '../seen.js';
import { state } from '../store.js';
import { avatar, backs, icon, seconds } from './parts.js';

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
  const turn = view?.phase === 'play' && view.turn === seat;
  const side = table.sides.findIndex((members) => members.includes(seat));
  const us = own !== null && (table.sides[side]?.includes(own) ?? false);
  const off = sitting.kind !== 'bot' && !sitting.connected && table.status === 'playing';
  const words = [
    name,
    sitting.kind === 'bot' ? _('bot') : '',
    sitting.substitute ? _('a bot plays for them') : '',
    off ? _('not connected') : '',
    turn ? _('to play') : '',
  ];
  return html`<section
    class=${seatClass(place)}
    data-seat=${seat}
    data-side=${us ? 'us' : 'them'}
    ?data-turn=${turn}
    data-conn=${off ? 'off' : nothing}
    aria-label=${words.filter(Boolean).join(', ')}
  >
    ${avatar(name, turn ? ring() : nothing)}
    <span class="name"
      ><span>${name}</span>${off ? icon('wifi-off') : nothing}${badge(seat)}</span
    >
    <span class="meta">${meta(seat, turn)}</span>
    ${place === 'me' || !view ? nothing : backs(view.counts[seat] ?? 0)}
  </section>`;
}

/** @param {number} seat */
function badge(seat) {
  const { table, view } = state.value;
  const sitting = table.seats[seat];
  if (view && view.phase !== 'match_over' && view.eldest === seat)
    return html`<span class="badge">${_('mano')}</span>`;
  if (table.status === 'waiting' && sitting?.agreed && sitting.kind !== 'bot')
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
    : sitting?.substitute
      ? html`<span>${_('Bot for now')}</span>`
      : sitting?.kind === 'bot'
        ? html`<span>${_('Bot')}</span>`
        : html`<span>${sitting?.rating ?? (sitting?.kind === 'guest' ? _('Guest') : '')}</span>`;
  if (!view || table.status === 'waiting') return first;
  const points = view.points.seats[seat] ?? 0;
  return html`${first}<span
      ><span class="sr">${_('has taken')} </span>${icon('pile')}${points}<span class="sr">
        ${_('points')}</span
      ></span
    >`;
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
        ? html`<button class="btn sm" @click=${() => command('add_bot', { seat, level: 'rules' })}>
            ${_('Bot')}
          </button>`
        : nothing}
    </span>
  </section>`;
}
