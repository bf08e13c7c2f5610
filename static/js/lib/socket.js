/**
 * Keep a socket open: full-jitter back-off, a heartbeat that says what it has, and what was not
 * acknowledged sent again unchanged. It knows nothing of cards.
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
 * @property {(message: any) => boolean} [tellsAll] whether a message makes the page true again after a connection
 *   that was lost, which is "open" only then: one that closes at once never was; any but signs of life without this
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
 * Open a socket that stays open until it is closed, or the server says that coming back makes no sense.
 * @param {Options} options
 * @returns {{send: (message: object) => boolean, retry: () => void, probe: () => void, close: () => void}}
 */
export function openSocket(options) {
  return new ReconnectingSocket(options);
}

/** @param {{t: string}} message */
const saysMore = ({ t }) => t !== 'p' && t !== 'bye';

/** Keep one socket open. `send`, `retry`, `probe` and `close` may be handed on without it. */
class ReconnectingSocket {
  /** @type {WebSocket | null} */
  socket = null;
  failures = 0;
  timeouts = 0;
  ended = false;
  /** The pause before the next try that the server asked for, ms; -1 where it asked for none. */
  wait = -1;
  /** @type {number | null} When the connection was lost; null while there is one. */
  lostAt = null;
  /** Whether the connection has brought what the page lacked. */
  caughtUp = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  heartbeat;
  /** @type {ReturnType<typeof setTimeout>[]} What happens where the server does not answer. */
  unanswered = [];

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.connect();
  }

  /**
   * Send a message; return whether there was a connection for it.
   * @param {{t?: string}} message
   */
  send = (message) => {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    if (this.options.answered?.includes(message.t ?? '') && !this.unanswered.length)
      this.unanswered = [setTimeout(this.lost, ANSWER_MS, 'silent'), setTimeout(this.replace, DEAD_MS)];
    return true;
  };

  /** Try at once where there is no connection. */
  retry = () => {
    if (this.ended || this.socket?.readyState === 1) return;
    this.failures = 0;
    this.connect();
  };

  /** Send a heartbeat: without an answer the connection is lost. */
  probe = () => {
    const message = this.options.beat?.();
    if (message) this.send(message);
  };

  /** Close the socket for good. */
  close = () => {
    this.ended = true;
    clearTimeout(this.timer);
    this.drop();
  };

  /** @param {'silent'} [why] */
  lost = (why) => {
    this.lostAt ??= Date.now();
    this.options.onState('lost', why);
  };

  /** Give the socket up for another: a network that has gone closes nothing, the socket only falls silent. */
  replace = () => {
    this.drop();
    this.connectLater();
  };

  /** Let go of the socket, and of all that waits for an answer over it. */
  drop() {
    this.answered();
    clearInterval(this.heartbeat);
    const old = this.socket;
    this.socket = null;
    if (!old) return;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    try {
      old.close();
    } catch {
      // it is gone already
    }
  }

  answered() {
    this.unanswered.forEach(clearTimeout);
    this.unanswered = [];
  }

  connectLater() {
    if (this.ended) return;
    this.lost();
    clearTimeout(this.timer);
    const { wait, failures, options } = this;
    const ms = wait >= 0 ? wait : pause(failures, Date.now() - (this.lostAt ?? Date.now()), options.random ?? Math.random);
    this.wait = -1;
    this.failures += 1;
    this.timer = setTimeout(() => this.connect(), ms);
  }

  connect() {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.drop();
    const { url, make = (/** @type {string} */ url) => new WebSocket(url) } = this.options;
    const socket = (this.socket = make(url));
    this.timer = setTimeout(() => {
      this.timeouts += 1;
      this.connect();
    }, Math.min(MAX_CONNECT_MS, CONNECT_MS * 2 ** Math.floor(this.timeouts / 3)));
    socket.onopen = () => this.opened();
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)));
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  opened() {
    clearTimeout(this.timer);
    this.timeouts = 0;
    this.caughtUp = this.lostAt === null;
    const { hello, again, onState } = this.options;
    this.send(hello());
    for (const message of again?.() ?? []) this.send(message);
    this.heartbeat = setInterval(this.probe, BEAT_MS);
    if (this.caughtUp) onState('open');
  }

  /** @param {any} message */
  receive(message) {
    this.answered();
    this.caughtUp ||= (this.options.tellsAll ?? saysMore)(message);
    if (this.caughtUp) this.failures = 0;
    if (this.caughtUp && this.lostAt !== null) {
      this.lostAt = null;
      this.options.onState('open');
    }
    if (message.t === 'bye' && typeof message.in === 'number') this.wait = message.in;
    this.options.onMessage(message);
  }

  /** @param {number} code with which the server or the network has closed */
  closed(code) {
    this.drop();
    const reason = /** @type {Record<number, string>} */ (FINAL)[code];
    if (code === 4010) location.reload();
    else if (reason === 'logged_out' && this.options.still) void this.exchanged(this.options.still);
    else if (reason) this.end(reason);
    else this.connectLater();
  }

  /**
   * Come back with another session where this one was only exchanged for it, as after a new password.
   * @param {() => Promise<boolean>} still
   */
  async exchanged(still) {
    this.lost();
    if (await still()) this.connect();
    else this.end('logged_out');
  }

  /** @param {string} reason */
  end(reason) {
    this.ended = true;
    this.options.onState('ended', reason);
  }
}
