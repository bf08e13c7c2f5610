/**
 * Search for people to play with, on the lobby itself: the button counts the seconds and cancels, and
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
 * Return what a table's message means for who searches there: `go` when the match has begun, `over` when
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
 * Search by a form.
 * @param {HTMLFormElement} form
 * @param {Around} around
 */
export function searching(form, around) {
  return new Search(form, around);
}

/**
 * @typedef {object} Around what the rest of the page does with a search
 * @property {(id: string) => void} onTable takes the table at which one waits
 * @property {(text: string) => void} say shows a sentence
 */

class Search {
  /** @type {ReturnType<typeof openSocket> | null} */
  socket = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;
  /** When the search began, ms; 0 while there is none. */
  began = 0;
  /** Whether nobody else was there when it began. */
  alone = false;
  /** Whether the page goes on to a match. */
  leaving = false;
  /** Counts searches, so that the answer to one that was cancelled does nothing. */
  turn = 0;

  /** @param {HTMLFormElement} form @param {Around} around */
  constructor(form, around) {
    this.form = form;
    this.around = around;
    this.button = /** @type {HTMLButtonElement} */ (form.querySelector('[data-search]'));
    this.bots = /** @type {HTMLButtonElement} */ (form.querySelector('[data-bots]'));
    this.label = [...this.button.childNodes];
    window.addEventListener('pagehide', () => {
      if (this.active() && !this.leaving) this.cancel();
    });
    // Back from the table by the button of the browser: the page stands as it was left.
    window.addEventListener('pageshow', (event) => {
      this.leaving = false;
      if (event.persisted && this.active()) this.end();
    });
  }

  /** Return whether people are searched for. */
  active() {
    return this.began > 0;
  }

  /** Go on to a match without cancelling what was searched for. */
  leave() {
    this.leaving = true;
  }

  /**
   * Look for people for a game.
   * @param {FormData} data what the form says of it
   */
  async search(data) {
    this.begin();
    const { turn } = this;
    try {
      const answer = await fetch(this.form.action, { method: 'POST', body: data, headers: { Accept: 'application/json' } });
      const found = await answer.json();
      renew(found.csrf);
      if (!answer.ok) throw new Error(found.error);
      if (turn !== this.turn) this.cancel();
      else if (!found.waiting) this.go(found.url);
      else this.wait(found);
    } catch (error) {
      if (turn !== this.turn) return;
      this.end();
      this.around.say(reasonOf(error));
    }
  }

  /** Stop the search, and tell the server so where it has begun there. */
  stop() {
    if (!this.active()) return;
    const sent = this.socket !== null;
    this.end();
    if (sent) this.cancel();
    this.around.say('');
  }

  begin() {
    this.began = performance.now();
    this.alone = false;
    this.button.setAttribute('data-on', '');
    this.button.dataset.means = 'cancel';
    const time = document.createElement('span');
    time.dataset.time = '';
    time.setAttribute('aria-hidden', 'true');
    const cancel = document.createElement('span');
    cancel.className = 'sub';
    cancel.textContent = _('Cancel');
    this.button.replaceChildren(time, cancel);
    this.form.setAttribute('aria-busy', 'true');
    this.around.say(_('Searching for players.'));
    this.tick();
    this.timer = setInterval(() => this.tick(), 250);
  }

  end() {
    clearInterval(this.timer);
    this.socket?.close();
    this.socket = null;
    this.began = 0;
    this.turn += 1;
    this.button.replaceChildren(...this.label);
    this.button.removeAttribute('data-on');
    this.button.dataset.means = 'search';
    this.bots.classList.remove('pri');
    this.form.removeAttribute('aria-busy');
  }

  /** Show how long the search takes, and offer bots when it has taken long. */
  tick() {
    const spent = performance.now() - this.began;
    const time = this.button.querySelector('[data-time]');
    if (time) time.textContent = _('Searching… %(time)s', { time: minutes(spent) });
    if (spent < (this.alone ? OFFER_ALONE_AFTER : OFFER_AFTER) || this.bots.classList.contains('pri')) return;
    this.bots.classList.add('pri');
    this.around.say(
      this.alone
        ? _('Nobody else right now. Play with bots at once?')
        : _('Nobody yet for this game. Play with bots at once?'),
    );
  }

  /**
   * Wait at a table until its match begins.
   * @param {{url: string, ws_path: string, alone: boolean}} found
   */
  wait({ url, ws_path, alone }) {
    this.alone = alone;
    this.around.onTable(/** @type {string} */ (url.split('/')[2]));
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = openSocket({
      url: `${scheme}://${location.host}${ws_path}`,
      hello: () => ({ t: 'hello', proto: PROTO, have: null }),
      beat: () => ({ t: 'p', have: null }),
      onMessage: (message) => {
        if (message.t !== 'table') return;
        const found = verdict(message.table);
        if (found === 'go') this.go(url);
        else if (found === 'over') this.stop();
      },
      onState: (state) => state === 'ended' && this.stop(),
    });
  }

  /** @param {string} url */
  go(url) {
    this.leaving = true;
    location.assign(url);
  }

  /** Tell the server that nobody searches here any more, even while the page goes. */
  cancel() {
    const token = /** @type {HTMLInputElement} */ (this.form.querySelector('[name=csrfmiddlewaretoken]')).value;
    const body = new URLSearchParams({ csrfmiddlewaretoken: token });
    fetch(this.form.dataset.stop ?? '', { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => undefined);
  }
}

/**
 * Return why a search did not work: the server's words, where it has said any.
 * @param {unknown} error
 */
function reasonOf(error) {
  return error instanceof Error && error.message && !(error instanceof SyntaxError || error instanceof TypeError)
    ? error.message
    : _('That did not work. Nothing is lost: try again.');
}
