/**
 * A room in which several look at this match together: one leads, the others follow or look on their
 * own; and other cards are tried, which the server plays by the rules of the match.
 */
import { effect, signal } from '../lib/signals.js';
import { html, nothing, render } from '../lib/lit.js';
import { copyText } from '../lib/clipboard.js';
import { live } from '../lib/live.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { openSocket } from '../lib/socket.js';
import { cardName } from '../table/cardnames.js';
import { face } from '../table/views/parts.js';
import { follow, index, match, position, timeline } from './store.js';

/**
 * @typedef {{people: number, leader: string | null, leads: boolean, at: string | null, trying: boolean}} Room
 * @typedef {{type: string, card?: string, give?: string, announce?: string | null}} Move
 * @typedef {{over: boolean, turn: number | null, hands: string[][], trick: {seat: number, card: string}[], points: number[], stock: number, legal: Move[], moves: (Move & {seat: number})[]}} View
 * @typedef {{who: string, shown: boolean, deal: number, plays: number, line: number[], view: View}} Line
 */

const KEY = 'room';
/** Between two places that are told, in milliseconds. */
const PAUSE = 250;

/** @type {import('../lib/signals.js').Signal<Room | null>} */
const room = signal(/** @type {Room | null} */ (null));
/** @type {import('../lib/signals.js').Signal<Line | null>} */
const line = signal(/** @type {Line | null} */ (null));
const following = signal(true);
const lost = signal(false);
const refused = signal('');
const copied = signal(false);

/** @type {ReturnType<typeof openSocket> | null} */
let socket = null;
let count = 0;
/** What is to be tried once the room is open. @type {{deal: number, plays: number, line: number[]} | null} */
let pending = null;
/** The place that was told last, or that the leader told. */
let told = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Letters and digits nobody guesses. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} t
 * @param {Record<string, unknown>} fields
 */
function say(t, fields) {
  count += 1;
  refused.value = '';
  socket?.send({ t, id: `review-${String(count).padStart(6, '0')}`, ...fields });
}

/** @param {string} key */
function enter(key) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const id = match.value?.record.match ?? '';
  socket = openSocket({
    url: `${scheme}://${location.host}/ws/review/${id}/${key}/`,
    hello: () => ({ t: 'hello', proto: 1, have: null }),
    beat: () => ({ t: 'p', have: null }),
    onMessage: hear,
    onState: (state) => {
      lost.value = state !== 'open';
      if (state !== 'open') room.value = null;
    },
  });
}

/** @param {any} message */
function hear(message) {
  if (message.t === 'room') {
    room.value = message;
    if (!message.trying && line.value?.shown && !message.leads) line.value = null;
    catchUp();
    if (pending) say('try', pending);
    pending = null;
  } else if (message.t === 'line') {
    if (message.shown && !room.value?.leads && !following.value) return;
    line.value = message;
  } else if (message.t === 'nak') refused.value = message.message;
}

/** Go where the leader is. */
function catchUp() {
  const now = room.value;
  if (!now?.at || now.leads || !following.value || position.value?.hash === now.at) return;
  told = now.at;
  follow(now.at);
}

/** Tell the others where one is, at most so often. */
function tell() {
  const at = position.value?.hash ?? '';
  clearTimeout(timer);
  if (!room.value?.leads || !at || at === told) return;
  timer = setTimeout(() => {
    told = at;
    line.value = null;
    say('go', { at });
  }, PAUSE);
}

function open() {
  const key = newKey();
  const address = new URL(location.href);
  address.searchParams.set(KEY, key);
  history.replaceState(history.state, '', address);
  enter(key);
}

async function copy() {
  const address = new URL(location.href);
  address.hash = '';
  if (await copyText(address.href)) {
    copied.value = true;
  } else {
    const { toastToSelect } = await import('../lib/toast.js');
    toastToSelect(address.href);
  }
}

/** How many cards of its deal were played at a position. */
function played() {
  const here = timeline.value;
  const now = position.value;
  const first = here?.deals[now?.deal ?? 0]?.first ?? 0;
  let cards = 0;
  for (let at = first; at <= (now?.index ?? 0); at += 1) if (here?.positions[at]?.kind === 'play') cards += 1;
  return cards;
}

/** Try from where one is. */
function begin() {
  const deal = match.value?.record.deals[position.value?.deal ?? 0]?.number ?? 1;
  ask({ deal, plays: played(), line: [] });
}

/** @param {{deal: number, plays: number, line: number[]}} where */
function ask(where) {
  if (socket) say('try', where);
  else {
    open();
    pending = where;
  }
}

/** @param {Move} move */
function words(move) {
  if (move.type === 'exchange') return _('Exchange with %(card)s', { card: cardName(move.give ?? '') });
  return cardName(move.card ?? '');
}

function trial() {
  const tried = line.value;
  const names = match.value?.names ?? [];
  if (!tried) return nothing;
  const { view } = tried;
  const turn = view.turn === null ? '' : (names[view.turn] ?? '');
  const mine = !tried.shown || room.value?.leads === true;
  const step = (/** @type {number[]} */ next) => ask({ deal: tried.deal, plays: tried.plays, line: next });
  return html`<section class="panel stack tight" aria-labelledby="h-trial">
    <h3 id="h-trial">${_('Other cards, deal %(deal)s', { deal: tried.deal })}</h3>
    <p role="status">
      ${view.over
        ? _('The deal is over: %(points)s.', { points: view.points.join('–') })
        : _('%(name)s to play; points %(points)s, %(stock)s in the stock.', {
            name: turn,
            points: view.points.join('–'),
            stock: view.stock,
          })}
    </p>
    ${view.moves.length
      ? html`<ol class="small row" aria-label=${_('Cards tried')}>
          ${view.moves.map((move) => html`<li>${names[move.seat] ?? ''}: ${words(move)}</li>`)}
        </ol>`
      : nothing}
    ${view.trick.length
      ? html`<div class="row" role="group" aria-label=${_('On the table')}>
          ${view.trick.map(({ card }) => html`<span class="card s">${face(card, 'small', true)}</span>`)}
        </div>`
      : nothing}
    ${mine && !view.over
      ? html`<div class="row" role="group" aria-label=${_('Play for %(name)s', { name: turn })}>
          ${view.legal.map(
            (move, at) =>
              html`<button class="btn sm" type="button" @click=${() => step([...tried.line, at])}>
                ${words(move)}
              </button>`,
          )}
        </div>`
      : nothing}
    <p class="row">
      ${mine && tried.line.length
        ? html`<button class="btn sm" type="button" @click=${() => step(tried.line.slice(0, -1))}>
            ${_('Take back')}
          </button>`
        : nothing}
      <button class="btn sm ghost" type="button" @click=${stop}>${_('Back to the match')}</button>
    </p>
  </section>`;
}

function stop() {
  line.value = null;
  if (room.value?.leads && position.value) say('go', { at: position.value.hash });
}

function people() {
  const now = room.value;
  if (!socket) {
    return html`<button class="btn sm" type="button" @click=${open}>${_('Look at it together')}</button>`;
  }
  if (!now) return html`<span class="small">${lost.value ? _('Connection lost. It comes back by itself.') : ''}</span>`;
  const leader = now.leads
    ? _('You lead.')
    : now.leader === null
      ? _('Nobody leads.')
      : _('%(name)s leads.', { name: now.leader || _('A guest') });
  return html`<span class="small" role="status"
      >${ngettext('%(n)s person here', '%(n)s people here', now.people)}. ${leader}</span
    >
    ${now.leads || now.leader === null
      ? html`<button class="btn sm" type="button" aria-pressed=${now.leads ? 'true' : 'false'} @click=${take}>
          ${now.leads ? _('Stop leading') : _('Lead')}
        </button>`
      : html`<label class="row small tapline"
          ><input type="checkbox" .checked=${live(following.value)} @change=${onFollow} />${_('Follow')}</label
        >`}
    <button class="btn sm" type="button" @click=${() => void copy()}>
      ${copied.value ? _('Link copied') : _('Copy the link to this room')}
    </button>`;
}

function take() {
  const on = !room.value?.leads;
  say('lead', { on });
  if (on && position.value) say('go', { at: position.value.hash });
}

/** @param {Event} event */
function onFollow(event) {
  if (event.target instanceof HTMLInputElement) following.value = event.target.checked;
  catchUp();
}

/** @param {HTMLElement} place where the room is shown */
export function together(place) {
  effect(() => {
    render(
      html`<div class="row" role="group" aria-label=${_('Together')}>
          ${people()}
          <button class="btn sm" type="button" @click=${begin}>${_('Try other cards from here')}</button>
        </div>
        ${refused.value ? html`<p class="small" role="alert">${refused.value}</p>` : nothing} ${trial()}`,
      place,
    );
  });
  effect(() => {
    void index.value;
    tell();
  });
  const key = new URL(location.href).searchParams.get(KEY);
  if (key) enter(key);
  document.addEventListener('visibilitychange', () => document.hidden || socket?.retry());
}
