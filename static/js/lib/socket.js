/**
 * A socket that comes back by itself: full-jitter back-off, a heartbeat that says what it has, and
 * what was not acknowledged sent again unchanged. It knows nothing of cards.
 */

const BEAT = 10_000;
const SILENCE = 25_000;
const MOST = 15_000;
const FIRST = 500;

/** Close codes after which coming back makes no sense. */
export const FINAL = { 4001: 'logged_out', 4003: 'forbidden', 4004: 'no_table' };

/**
 * @typedef {object} Options
 * @property {string} url address of the socket
 * @property {() => object} hello the first message of a connection
 * @property {() => object | null} [beat] the heartbeat; without it none is sent
 * @property {() => object[]} [again] what is still to be acknowledged
 * @property {(message: any) => void} onMessage
 * @property {(state: "open" | "lost" | "ended", reason?: string) => void} onState
 * @property {() => Promise<boolean>} [still] whether a session that is over was only exchanged for another
 * @property {(url: string) => WebSocket} [make] for tests
 * @property {() => number} [random] for tests
 */

/**
 * The pause before a try, in ms: anything up to a bound that doubles with every failure.
 * @param {number} failures
 * @param {() => number} random
 * @returns {number}
 */
export function pause(failures, random) {
  return random() * Math.min(MOST, FIRST * 2 ** failures);
}

/**
 * @param {Options} options
 * @returns {{send: (message: object) => boolean, retry: () => void, close: () => void}}
 */
export function openSocket(options) {
  const { make = (url) => new WebSocket(url), random = Math.random } = options;
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let ended = false;
  let heard = 0;
  let hint = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let pulse;

  const send = (/** @type {object} */ message) => {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    return true;
  };

  const drop = () => {
    clearInterval(pulse);
    const old = socket;
    socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    try {
      old.close();
    } catch {
      // it is gone already
    }
  };

  const later = () => {
    if (ended) return;
    options.onState('lost');
    clearTimeout(timer);
    const wait = hint >= 0 ? hint : pause(failures, random);
    hint = -1;
    failures += 1;
    timer = setTimeout(connect, wait);
  };

  const end = (/** @type {string} */ reason) => {
    ended = true;
    options.onState('ended', reason);
  };

  /**
   * With another password this browser gets another session: then it comes back with that.
   * @param {() => Promise<boolean>} still
   */
  const exchanged = async (still) => {
    options.onState('lost');
    if (await still()) connect();
    else end('logged_out');
  };

  const beat = () => {
    if (Date.now() - heard > SILENCE) {
      drop();
      later();
      return;
    }
    const message = options.beat?.();
    if (message) send(message);
  };

  function connect() {
    if (ended) return;
    clearTimeout(timer);
    drop();
    const made = make(options.url);
    socket = made;
    made.onopen = () => {
      failures = 0;
      heard = Date.now();
      send(options.hello());
      for (const message of options.again?.() ?? []) send(message);
      pulse = setInterval(beat, BEAT);
      options.onState('open');
    };
    made.onmessage = (event) => {
      heard = Date.now();
      const message = JSON.parse(String(event.data));
      if (message.t === 'bye' && typeof message.in === 'number') hint = message.in;
      options.onMessage(message);
    };
    made.onclose = (event) => {
      if (made !== socket) return;
      drop();
      const reason = /** @type {Record<number, string>} */ (FINAL)[event.code];
      if (event.code === 4010) location.reload();
      else if (reason === 'logged_out' && options.still) void exchanged(options.still);
      else if (reason) end(reason);
      else later();
    };
  }

  connect();
  return {
    send,
    retry: () => {
      if (!ended && socket?.readyState !== 1) {
        failures = 0;
        connect();
      }
    },
    close: () => {
      ended = true;
      clearTimeout(timer);
      drop();
    },
  };
}
