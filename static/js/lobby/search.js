/**
 * Looking for people to play with, on the lobby itself: the button counts the seconds and cancels, and
 * soon bots are offered. Without this the form does the same by a page of its own.
 */
import { gettext as _ } from '../lib/i18n.js';
import { openSocket } from '../lib/socket.js';
import { PROTO } from '../table/proto.js';
import { minutes } from './time.js';

/** After so many ms of searching bots are offered: where nobody else is there, and where somebody is. */
export const OFFER_ALONE_AFTER = 500;
export const OFFER_AFTER = 1800;

/**
 * What a table's message means for who searches there: `go` when the match has begun, `over` when
 * the table is gone or they no longer sit there, nothing while they wait.
 * @param {{status: string, you: {seat: number | null}}} table
 */
export function verdict(table) {
  if (table.status === 'playing') return 'go';
  if (table.status !== 'waiting' || table.you.seat === null) return 'over';
  return '';
}

/**
 * Put the token of now into the page's forms: who has become a guest has another one.
 * @param {string | undefined} token
 */
function renew(token) {
  for (const field of document.querySelectorAll('[name=csrfmiddlewaretoken]'))
    if (token && field instanceof HTMLInputElement) field.value = token;
}

/**
 * @param {HTMLFormElement} form
 * @param {{onTable: (id: string) => void, say: (text: string) => void}} around what the rest of the page is told
 */
export function searching(form, around) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector('[data-search]'));
  const bots = /** @type {HTMLButtonElement} */ (form.querySelector('[name=bots]'));
  const label = [...button.childNodes];
  /** @type {ReturnType<typeof openSocket> | null} */
  let socket = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let began = 0;
  let alone = false;
  let leaving = false;
  /** Counts searches, so that the answer to one that was cancelled does nothing. */
  let turn = 0;

  const active = () => began > 0;

  /** @param {string} url */
  function go(url) {
    leaving = true;
    location.assign(url);
  }

  function end() {
    clearInterval(timer);
    socket?.close();
    socket = null;
    began = 0;
    turn += 1;
    button.replaceChildren(...label);
    button.removeAttribute('data-on');
    bots.classList.remove('pri');
    form.removeAttribute('aria-busy');
  }

  function tick() {
    const spent = performance.now() - began;
    const time = button.querySelector('[data-time]');
    if (time) time.textContent = _('Searching… %(time)s', { time: minutes(spent) });
    if (spent < (alone ? OFFER_ALONE_AFTER : OFFER_AFTER) || bots.classList.contains('pri')) return;
    bots.classList.add('pri');
    around.say(
      alone
        ? _('Nobody else right now. Play with bots at once?')
        : _('Nobody yet for this game. Play with bots at once?'),
    );
  }

  function begin() {
    began = performance.now();
    alone = false;
    button.setAttribute('data-on', '');
    const time = document.createElement('span');
    time.dataset.time = '';
    time.setAttribute('aria-hidden', 'true');
    const cancel = document.createElement('span');
    cancel.className = 'sub';
    cancel.textContent = _('Cancel');
    button.replaceChildren(time, cancel);
    form.setAttribute('aria-busy', 'true');
    around.say(_('Searching for players.'));
    tick();
    timer = setInterval(tick, 250);
  }

  /** @param {string} url @param {string} path */
  function wait(url, path) {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    socket = openSocket({
      url: `${scheme}://${location.host}${path}`,
      hello: () => ({ t: 'hello', proto: PROTO, have: null }),
      beat: () => ({ t: 'p', have: null }),
      onMessage: (message) => {
        if (message.t !== 'table') return;
        const found = verdict(message.table);
        if (found === 'go') go(url);
        else if (found === 'over') stop();
      },
      onState: (state) => state === 'ended' && stop(),
    });
  }

  /**
   * Look for people for a game.
   * @param {FormData} data what the form says of it
   */
  async function search(data) {
    begin();
    const mine = turn;
    try {
      const answer = await fetch(form.action, { method: 'POST', body: data, headers: { Accept: 'application/json' } });
      const found = await answer.json();
      renew(found.csrf);
      if (!answer.ok) throw new Error(found.error);
      if (mine !== turn) return void cancelled();
      if (!found.waiting) return go(found.url);
      alone = found.alone;
      around.onTable(found.url.split('/')[2]);
      wait(found.url, found.ws_path);
    } catch (error) {
      if (mine !== turn) return;
      end();
      around.say(error instanceof Error && error.message && !(error instanceof SyntaxError || error instanceof TypeError)
        ? error.message
        : _('That did not work. Nothing is lost: try again.'));
    }
  }

  /** Tell the server that nobody searches here any more; it is told even while the page goes. */
  function cancelled() {
    const token = /** @type {HTMLInputElement} */ (form.querySelector('[name=csrfmiddlewaretoken]')).value;
    const body = new URLSearchParams({ csrfmiddlewaretoken: token });
    fetch(form.dataset.stop ?? '', { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => undefined);
  }

  function stop() {
    if (!active()) return;
    const sent = socket !== null;
    end();
    if (sent) cancelled();
    around.say('');
  }

  window.addEventListener('pagehide', () => {
    if (active() && !leaving) cancelled();
  });
  // Back from the table by the button of the browser: the page stands as it was left.
  window.addEventListener('pageshow', (event) => {
    leaving = false;
    if (event.persisted && active()) end();
  });

  return {
    search,
    stop,
    active,
    /** The page goes on to a match by itself: what was searched for is not cancelled. */
    leave: () => {
      leaving = true;
    },
  };
}
