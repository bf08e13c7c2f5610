/**
 * A room in which several look at this match together: one leads, the others follow or look on their
 * own. What who leads tries on the board is shown to all.
 */
import { effect, signal } from '../lib/signals.js';
import { html, nothing, render } from '../lib/lit.js';
import { copyText } from '../lib/clipboard.js';
import { live } from '../lib/live.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { openSocket } from '../lib/socket.js';
import { follow, index, leave, match, position, show, variation } from './store.js';
import { variationOf } from './variation.js';

/**
 * @typedef {{people: number, leader: string | null, leads: boolean, at: string | null, trying: boolean}} Room
 * @typedef {import('./variation.js').Line & {shown: boolean}} Line
 */

const KEY = 'room';
/** The least time between two places that are sent, ms. */
const PAUSE = 250;

/** @type {import('../lib/signals.js').Signal<Room | null>} */
const room = signal(/** @type {Room | null} */ (null));
const following = signal(true);
const lost = signal(false);
const refused = signal('');
const copied = signal(false);

/** @type {ReturnType<typeof openSocket> | null} */
let socket = null;
let count = 0;
/** The variation that came over the socket, or that the others were shown. @type {import('./variation.js').Variation | null} */
let shared = null;
/** The place that was sent last, or that the leader sent. */
let lastPlace = '';
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Return letters and digits nobody guesses. */
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} t
 * @param {Record<string, unknown>} fields
 */
function send(t, fields) {
  count += 1;
  refused.value = '';
  socket?.send({ t, id: `review-${String(count).padStart(6, '0')}`, ...fields });
}

/** @param {string} key */
function enter(key) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const id = match.value?.record.match ?? '';
  isShared.value = true;
  socket = openSocket({
    url: `${scheme}://${location.host}/ws/review/${id}/${key}/`,
    hello: () => ({ t: 'hello', proto: 1, have: null }),
    beat: () => ({ t: 'p', have: null }),
    onMessage: receive,
    onState: (state) => {
      lost.value = state !== 'open';
      if (state !== 'open') room.value = null;
    },
  });
}

/** @param {any} message */
function receive(message) {
  if (message.t === 'room') {
    room.value = message;
    if (!message.trying && !message.leads && shared && variation.value === shared) leave();
    catchUp();
  } else if (message.t === 'line') showLine(message);
  else if (message.t === 'nak') refused.value = message.message;
}

/**
 * Show the cards that who leads tries.
 * @param {Line} line
 */
function showLine(line) {
  const record = match.value?.record;
  if (!record || !line.shown || room.value?.leads || !following.value) return;
  shared = variationOf(record, line);
  if (shared) show(shared);
}

/** Show the others what is tried here, or that it is over. */
function share() {
  const tried = variation.value;
  if (!room.value?.leads || tried === shared) return;
  shared = tried;
  if (tried) {
    const number = tried.record.deals[tried.deal]?.number ?? 1;
    send('try', { deal: number, plays: tried.plays, line: tried.line });
  } else if (position.value) {
    lastPlace = position.value.hash;
    send('go', { at: lastPlace });
  }
}

/** Go where the leader is. */
function catchUp() {
  const now = room.value;
  if (!now?.at || now.leads || !following.value || now.trying || position.value?.hash === now.at) return;
  lastPlace = now.at;
  follow(now.at);
}

/** Tell the others where one is, at most so often. */
function sendPlace() {
  const at = position.value?.hash ?? '';
  clearTimeout(timer);
  if (!room.value?.leads || variation.value || !at || at === lastPlace) return;
  timer = setTimeout(() => {
    lastPlace = at;
    send('go', { at });
  }, PAUSE);
}

/** Whether this page is in a room. */
export const isShared = signal(false);

/** Open a room; its key goes into the address, which may be handed on. */
export function openRoom() {
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

function people() {
  const now = room.value;
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
      ? html`<button class="btn sm" type="button" data-means=${now.leads ? 'stop' : 'lead'} aria-pressed=${now.leads ? 'true' : 'false'} @click=${take}>
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
  send('lead', { on });
  if (on && position.value) send('go', { at: position.value.hash });
}

/** @param {Event} event */
function onFollow(event) {
  if (event.target instanceof HTMLInputElement) following.value = event.target.checked;
  catchUp();
}

/** @param {HTMLElement} place where the room is shown */
export function shareReview(place) {
  effect(() => {
    const room = isShared.value
      ? html`<div class="row" role="group" aria-label=${_('Together')}>${people()}</div>
          ${refused.value ? html`<p class="small" role="alert">${refused.value}</p>` : nothing}`
      : nothing;
    render(room, place);
  });
  effect(() => {
    void index.value;
    share();
    sendPlace();
  });
  const key = new URL(location.href).searchParams.get(KEY);
  if (key) enter(key);
  document.addEventListener('visibilitychange', () => document.hidden || socket?.retry());
}
