/**
 * A socket that reconnects by itself: full-jitter back-off, a heartbeat that says what it has, and
 * what was not acknowledged sent again unchanged. It knows nothing of cards.
 */

const BEAT_MS = 10_000;
/** How long an answer may take before the connection counts as lost. */
const ANSWER_MS = 1200;
/** How long an answer may take before the socket is given up for another. */
const DEAD_MS = 4000;
/** How long a try to connect may take; three in vain allow the next ones twice as much. */
const CONNECT_MS = 4000;
const MAX_CONNECT_MS = 32_000;
/** The longest pause between tries while somebody may be waiting for the table, and after that. */
const MAX_PAUSE_MS = { soon: 1000, late: 15_000 };
/** How long a lost connection is tried for at the quick pace. */
const SOON_MS = 120_000;
const FIRST_PAUSE_MS = 500;

/** Close codes after which coming back makes no sense. */
const FINAL = { 4001: 'logged_out', 4003: 'forbidden', 4004: 'no_table' };

/**
 * @typedef {object} Options
 * @property {string} url address of the socket
 * @property {() => object} hello the first message of a connection
 * @property {() => object | null} [beat] the heartbeat; without it none is sent
 * @property {string[]} [answered] types of messages that the server answers at once: without an answer
 *   the connection is lost
 * @property {() => object[]} [again] what is still to be acknowledged
 * @property {(message: any) => void} onMessage
 * @property {(state: "open" | "lost" | "ended", reason?: string) => void} onState "lost" comes again
 *   with each try in vain, and with the reason "silent" where only an answer is missing
 * @property {() => Promise<boolean>} [still] whether a session that is over was only exchanged for another
 * @property {(url: string) => WebSocket} [make] for tests
 * @property {() => number} [random] for tests
 */

/**
 * Return the pause before a try, in ms: anything up to a bound that doubles with every failure.
 *
 * Within the first two minutes the bound stays at a second, so that play goes on at once when the
 * network is back.
 * @param {number} failures tries in vain so far
 * @param {number} lostMs how long the connection has been lost
 * @param {() => number} random
 * @returns {number}
 */
export function pause(failures, lostMs, random) {
  const most = lostMs < SOON_MS ? MAX_PAUSE_MS.soon : MAX_PAUSE_MS.late;
  return random() * Math.min(most, FIRST_PAUSE_MS * 2 ** failures);
}

/**
 * @param {Options} options
 * @returns {{send: (message: object) => boolean, retry: () => void, probe: () => void, close: () => void}}
 */
export function openSocket(options) {
  const { make = (url) => new WebSocket(url), random = Math.random } = options;
  /** @type {WebSocket | null} */
  let socket = null;
  let failures = 0;
  let timeouts = 0;
  let ended = false;
  let hint = -1;
  /** @type {number | null} When the connection was lost; null while there is one. */
  let lostAt = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let pulse;
  /** @type {ReturnType<typeof setTimeout>[]} What happens where the server does not answer. */
  let unanswered = [];

  const send = (/** @type {{t?: string}} */ message) => {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    if (options.answered?.includes(message.t ?? '') && !unanswered.length)
      unanswered = [setTimeout(lost, ANSWER_MS, 'silent'), setTimeout(dead, DEAD_MS)];
    return true;
  };

  const answered = () => {
    unanswered.forEach(clearTimeout);
    unanswered = [];
  };

  /** @param {'silent'} [why] */
  const lost = (why) => {
    lostAt ??= Date.now();
    options.onState('lost', why);
  };

  /** A network that has gone closes nothing: the socket only falls silent. */
  const dead = () => {
    drop();
    later();
  };

  const drop = () => {
    answered();
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
    lost();
    clearTimeout(timer);
    const wait = hint >= 0 ? hint : pause(failures, Date.now() - (lostAt ?? Date.now()), random);
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
    lost();
    if (await still()) connect();
    else end('logged_out');
  };

  const beat = () => {
    const message = options.beat?.();
    if (message) send(message);
  };

  function connect() {
    if (ended) return;
    clearTimeout(timer);
    drop();
    const made = make(options.url);
    socket = made;
    timer = setTimeout(() => {
      timeouts += 1;
      connect();
    }, Math.min(MAX_CONNECT_MS, CONNECT_MS * 2 ** Math.floor(timeouts / 3)));
    made.onopen = () => {
      clearTimeout(timer);
      failures = timeouts = 0;
      lostAt = null;
      send(options.hello());
      for (const message of options.again?.() ?? []) send(message);
      pulse = setInterval(beat, BEAT_MS);
      options.onState('open');
    };
    made.onmessage = (event) => {
      answered();
      if (lostAt !== null) {
        lostAt = null;
        options.onState('open');
      }
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
    probe: beat,
    close: () => {
      ended = true;
      clearTimeout(timer);
      drop();
    },
  };
}
