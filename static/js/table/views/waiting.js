/** Before the first deal: who sits where, what is played, and what happens next. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { effect, signal, untracked } from '../../lib/signals.js';
import { agreementWords, isPerson, lostWords, missingWords, seatNews, seatWords } from '../speech/waiting_texts.js';
import { unratedBefore } from '../speech/deal_texts.js';
import { ask } from '../input/asking.js';
import { command } from '../input/intents.js';
import { otherSeats, placeOf } from '../state/places.js';
import { ownSeat, vantage } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { invitePanel } from './invite.js';
import { banList, mayHost } from './hosting.js';
import { levelChoice } from './bot_level_choice.js';
import { level } from './bot_levels.js';
import { menu, tableRules } from './menu.js';
import { noteMark } from './note_mark.js';
import { avatar, back, icon } from './parts.js';

/** Whether one looks for another seat: the free ones offer theirs. */
const moving = signal(false);

/**
 * Draw the table in the place of the cards.
 * @param {string} title
 */
export function waiting(title) {
  const { table } = state.value;
  const { line, chips } = tableRules();
  const seats = [vantage(), ...otherSeats(vantage(), table.players)];
  return html`<div class="waiting">
    <header class="w-h">
      ${menu()}
      <div>
        <h1 class="h2">${title}</h1>
        <p>${line}</p>
      </div>
    </header>
    <ul class="chips w-c" aria-label=${_('Rules of the table')}>
      ${chips.map(
        (chip) => html`<li class="chip ${chip.changed ? 'changed' : ''} ${chip.wide ? 'wide' : ''}">
          ${chip.icon ? icon(chip.icon) : nothing}<span>${chip.text}</span>
          ${chip.changed ? html`<small>${_('changed')}</small>` : nothing}
        </li>`,
      )}
      <li><a class="small" href=${tableRules().url} target="_blank">${_('All the rules')}</a></li>
    </ul>
    <div class="mt big p${table.players}">
      ${seats.map((seat) => place(seat))}
      <div class="mid" aria-hidden="true"><span class="card">${back()}</span></div>
    </div>
    ${status()} ${ratingNote()} ${nextSteps()} ${invitePanel()}
  </div>`;
}

/** Draw the sentence of how it stands; a screen reader announces each change of it. */
function status() {
  const { table, tableAt } = state.value;
  const starts = table.starts_in_ms;
  const left = starts === null ? null : Math.max(0, starts - (performance.now() - tableAt));
  // The seconds are there to be seen: one sentence each would be too many.
  return html`<p class="w-say" tabindex="-1" role=${left === null ? 'status' : nothing}>
    <b>${missingWords(table, left)}</b> ${page.value.notice || agreementWords(table)}
  </p>`;
}

/** Draw why the match will not be rated, where that follows from who sits here. */
function ratingNote() {
  const why = unratedBefore(state.value.table.unrated);
  return why ? html`<p class="small" data-unrated>${why}</p>` : nothing;
}

/** Draw what can be done now: one thing before all others. */
function nextSteps() {
  const { table } = state.value;
  const own = ownSeat();
  const free = table.seats.some((seat) => !seat.player);
  if (own === null)
    return html`<div class="w-go">
      ${table.you.can_sit
        ? html`<a class="btn pri big" href="/t/${table.id}/">${_('Sit down')}</a>`
        : html`<p>${_('You are watching.')}</p>`}
    </div>`;
  const agreed = table.quick || table.seats[own]?.agreed;
  const alone = table.seats.filter(isPerson).length === 1;
  const bots = table.you.host && free;
  const link = table.you.invite_links.some(Boolean);
  const inviting = html`<button class="btn big ${agreed && alone ? 'pri' : ''}" data-means="invite" popovertarget="p-invite">
    ${icon('link')}${_('Invite')}
  </button>`;
  const starting = html`<button
    class="btn big ${agreed && !alone ? 'pri' : ''}"
    data-means="start"
    @click=${() => ask('start', { level: level.value }, ['#cut-at', '.hand [tabindex="0"]', '.hand'])}
  >
    ${icon('bot')}${_('Start with bots')}
  </button>`;
  return html`<div class="w-go">
      ${agreed
        ? nothing
        : html`<button class="btn pri big" data-means="agree" @click=${() => ask('agree', { on: true }, ['.w-say'])}>
            ${_('I agree to the rules')}
          </button>`}
      ${alone && link ? inviting : nothing} ${bots ? starting : nothing} ${!alone && link ? inviting : nothing}
    </div>
    <div class="w-more">
      ${bots ? levelChoice() : nothing}
      <button class="btn sm ghost" @click=${leave}>${_('Leave the table')}</button>
    </div>
    ${banList()}`;
}

/** @param {number} seat */
function place(seat) {
  const { table } = state.value;
  const sitting = table.seats[seat];
  const at = placeOf(seat, vantage(), table.players);
  if (!sitting?.player) return freePlace(seat, at);
  const mine = seat === ownSeat();
  const free = table.seats.some((one) => !one.player);
  return html`<div
    data-means=${sitting.player}
    class="s ${at} ${mine ? 'you' : ''}"
    data-seat=${seat}
    data-conn=${sitting.bot || sitting.connected ? nothing : 'off'}
  >
    ${avatar(sitting)}<b><bdi>${sitting.player}</bdi>${noteMark(seat)}</b>
    <span
      >${[seatWords(table, sitting), sitting.bot || sitting.connected ? '' : _('not connected')]
        .filter(Boolean)
        .join(' · ')}</span
    >
    ${typeof sitting.finishes === 'number'
      ? html`<span class="num" data-finishes>${_('finishes %(share)s', { share: `${sitting.finishes}\u00a0%` })}</span>`
      : nothing}
    ${mine && free && !table.quick
      ? html`<button class="quiet" aria-pressed=${String(moving.value)} @click=${() => (moving.value = !moving.value)}>
          ${_('Change seats')}
        </button>`
      : nothing}
    ${mayHost(sitting)
      ? html`<button
          class="quiet"
          aria-haspopup="dialog"
          aria-label="${_('Options')}: ${_('What to do with %(name)s', { name: sitting.player })}"
          @click=${() => show({ dialog: 'hosting', hostSeat: seat })}
        >
          ${_('Options')}
        </button>`
      : nothing}
    ${table.you.host && sitting.bot && !table.quick
      ? html`<button class="quiet" @click=${() => ask('remove_bot', { seat }, [`.mt [data-seat="${seat}"] .bot-b`])}>
          ${_('Send away')}<span class="sr"> ${sitting.player}</span>
        </button>`
      : nothing}
  </div>`;
}

/**
 * @param {number} seat
 * @param {string} at
 */
function freePlace(seat, at) {
  const { table } = state.value;
  const kept = table.seats[seat]?.held_for;
  if (kept)
    return html`<div class="s ${at} free" data-seat=${seat}>
      <span class="ava free"></span><b>${kept}</b><span>${_('Kept')}</span>
    </div>`;
  const link = table.you.invite_links[seat];
  const named = (/** @type {string} */ words) => `${words}, ${_('seat %(n)s', { n: seat + 1 })}`;
  return html`<div class="s ${at} free" data-seat=${seat} data-means=${moving.value ? 'move' : 'free'}>
    <span class="ava free"></span><b>${_('Free')}</b>
    <span class="row">
      ${moving.value && ownSeat() !== null
        ? html`<button class="btn sm" aria-label=${named(_('Sit here'))} @click=${() => goOver(seat)}>${_('Sit here')}</button>`
        : html`${link
            ? html`<button
                class="btn sm inv-b"
                aria-label=${named(_('Invite'))}
                data-act="copy"
                data-copy=${location.origin + link}
                data-done=${_('Link copied')}
              >
                ${_('Invite')}
              </button>`
            : nothing}
          ${table.you.host
            ? html`<button
                class="btn sm bot-b"
                aria-label=${named(_('Bot'))}
                @click=${() => ask('add_bot', { seat, level: level.value }, [`.mt [data-seat="${seat}"] button`, '.hand'])}
              >
                ${_('Bot')}
              </button>`
            : nothing}`}
    </span>
  </div>`;
}

/** Whether the seat was given up here, so that losing it is no news. */
let leaving = false;

function leave() {
  leaving = true;
  command('stand');
}

/** @param {number} seat */
function goOver(seat) {
  moving.value = false;
  ask('sit', { seat }, ['.mt .you button', '.w-say']);
}

/** Who comes and goes is said. */
let before = state.value?.table ?? null;
effect(() => {
  const { table } = state.value;
  if (before && before !== table && table.status === 'waiting') {
    const news = seatNews(before, table);
    if (news) untracked(() => show({ said: news, ...(table.you.seat === null ? {} : { notice: '' }) }));
    const lost = before.you.seat !== null && table.you.seat === null && !leaving;
    if (lost) untracked(() => show({ notice: lostWords(table) }));
  }
  before = table;
});
