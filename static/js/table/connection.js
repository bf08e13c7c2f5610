/** Connect the table with the server, and show what becomes of the connection. */
import { gettext as _ } from '../lib/i18n.js';
import { connector } from './connector.js';
import { shuffles } from './fairness/page_shuffles.js';
import { takeUnsent, connectIntents } from './input/intents.js';
import { data } from './page_data.js';
import { PROTO } from './proto.js';
import { lastSeq, receive } from './receive.js';
import { dispatch, show, state } from './state/store.js';

/** How long a connection is lost before it is shown, ms: most come back sooner. */
const NOTICE_AFTER = 1000;
/** When to ask after a session that is said to be over, ms: its successor is on its way. */
const ASK = [500, 1500, 3000];

/** @type {ReturnType<typeof setTimeout> | undefined} Shows that the connection is lost, unless it comes back before. */
let notice;
let noticed = false;

/** Open the connection, and try again as soon as the window shows or the network is back. */
export function connect() {
  const socket = connector.open({
    still: 'account' in document.body.dataset ? keepsSession : undefined,
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${data.ws_path}`,
    hello: () => ({ t: 'hello', proto: PROTO, have: lastSeq() }),
    beat: () => ({ t: 'p', have: lastSeq() }),
    again: () => [...takeUnsent(), ...state.value.pending.map(({ id, base, a }) => ({ t: 'act', id, base, a }))],
    onMessage: receive,
    tellsAll: ({ t, table }) => t === 'state' || (t === 'table' && table.status !== 'playing'),
    answered: ['act', 'do', 'p'],
    onState: linked,
  });
  connectIntents(socket.send);
  document.addEventListener('visibilitychange', () => document.hidden || socket.retry());
  window.addEventListener('online', socket.retry);
  window.addEventListener('offline', socket.probe);
}

/**
 * Show what has become of the connection.
 * @param {'open' | 'lost' | 'ended'} link
 * @param {string} [reason]
 */
function linked(link, reason) {
  dispatch({ t: 'link', link, reason, now: performance.now() });
  if (link === 'open') shuffles.reconnected();
  if (link === 'lost') {
    notice ??= setTimeout(() => {
      noticed = true;
      show({ notice: _('No connection. We keep trying.') });
    }, reason === 'silent' ? 0 : NOTICE_AFTER);
    return;
  }
  clearTimeout(notice);
  notice = undefined;
  if (link === 'open' && noticed) {
    noticed = false;
    show({ notice: _('Back again.') });
  }
}

/** Return whether this browser is signed in as before, under another session: its page need not close. */
async function keepsSession() {
  for (const wait of ASK) {
    await new Promise((done) => setTimeout(done, wait));
    try {
      const answer = await fetch('/accounts/who/', { cache: 'no-store' });
      if (answer.ok && (await answer.text()) === document.body.dataset.account) return true;
    } catch {
      // asked again, or it is over
    }
  }
  return false;
}
