/** Describe what the server has sent of a table and its match, and how messages change it. Pure. */

/**
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').Table} Table
 * @typedef {import('../protocol.js').Clock} Clock
 * @typedef {import('../protocol.js').Action} Action
 * @typedef {import('../protocol.js').Event} Event
 *
 * @typedef {object} State
 * @property {Table} table
 * @property {string | null} match
 * @property {number} seq the last one seen, -1 before any
 * @property {View | null} view
 * @property {string[]} may what one may do beside the rules, among bots alone: take_back, resign
 * @property {Clock | null} clock
 * @property {number} clockAt when the clock was received, ms of the page's own clock
 * @property {number} tableAt when the table was received
 * @property {{id: string, base: number, a: Action}[]} pending sent and not acknowledged
 * @property {Event[]} events what led to the newest view, for motion and speech
 * @property {boolean} fresh the newest view comes without a story
 * @property {{code: string, message: string, id: string | null} | null} refusal the last one
 * @property {View | null} before the view that the newest one replaced
 * @property {Bubble[]} bubbles what somebody shows or says for a moment, one a seat
 * @property {{event: Event, until: number} | null} draw who drew which card for the first deal
 * @property {import('../protocol.js').Fair | null} fair what is known of the making of the deal
 * @property {number} fairAt when that was received
 * @property {{seat: number, text: string}[]} talk what was said at the table, the newest last
 *
 * @typedef {{seat: number, event: Event, until: number}} Bubble
 */

/** Phases in which somebody's clock runs. */
export const TURNS = ['play', 'auction', 'discard', 'call'];

/** How long a bubble stays over a plate, ms, by the event that made it. @type {Record<string, number>} */
const BUBBLES = {
  signed: 4000,
  asked: 5000,
  answered: 4000,
  said: 6000,
  marriage_shown: 4000,
  three_killed: 4000,
};
const DRAW_MS = 4000;
const KEPT_TALK = 50;

/**
 * @param {Table} table
 * @param {number} now
 * @returns {State}
 */
export function initial(table, now) {
  return {
    table,
    match: null,
    seq: -1,
    view: null,
    may: [],
    clock: null,
    clockAt: now,
    tableAt: now,
    pending: [],
    events: [],
    fresh: true,
    refusal: null,
    before: null,
    bubbles: [],
    draw: null,
    talk: [],
    fair: null,
    fairAt: now,
  };
}

/**
 * Return the state after a message.
 * @param {State} state
 * @param {any} message
 * @param {number} now ms
 * @returns {State}
 */
export function reduce(state, message, now) {
  switch (message.t) {
    case 'table':
      return { ...state, table: message.table, tableAt: now, events: [] };
    case 'state':
      return withView(state, message, now);
    case 'fair':
      return { ...state, fair: message, fairAt: now, events: [] };
    case 'ack':
      return { ...state, pending: without(state, message.id), refusal: null, events: [] };
    case 'tick':
      return { ...state, ...unexpired(state, now), events: [] };
    case 'nak':
      return {
        ...state,
        pending: without(state, message.id),
        refusal: { code: message.code, message: message.message, id: message.id ?? null },
        events: [],
      };
    default:
      return state;
  }
}

/**
 * @param {State} state
 * @param {any} message
 * @param {number} now
 * @returns {State}
 */
function withView(state, message, now) {
  const same = message.match === state.match;
  if (same && message.seq < state.seq) return state;
  // A match that begins before one's eyes has a story; one that is found has none.
  const fresh = Boolean(message.fresh) || (!same && !beginsMatch(message.events ?? []));
  return {
    ...state,
    ...(fresh ? { bubbles: [], draw: null } : context(state, message.events ?? [], now)),
    talk: same ? withTalk(state.talk, message.events ?? []) : withTalk([], message.events ?? []),
    match: message.match,
    seq: message.seq,
    before: same ? state.view : null,
    view: message.view,
    may: message.may ?? [],
    clock: message.clock,
    clockAt: now,
    events: message.events ?? [],
    fresh,
    refusal: null,
  };
}

/** @param {Event[]} events */
function beginsMatch(events) {
  return events.some((event) => event.type === 'hand_dealt' || event.type === 'dealer_drawn');
}

/**
 * Return the bubbles and the draw of the dealer that are not over yet.
 * @param {State} state
 * @param {number} now
 * @returns {Pick<State, 'bubbles' | 'draw'>}
 */
function unexpired({ bubbles, draw }, now) {
  return {
    bubbles: bubbles.filter((bubble) => bubble.until > now),
    draw: draw && draw.until > now ? draw : null,
  };
}

/**
 * Return the bubbles and the draw of the dealer after some events; the newest bubble of a seat takes the place of its last.
 * @param {State} state
 * @param {Event[]} events
 * @param {number} now
 * @returns {Pick<State, 'bubbles' | 'draw'>}
 */
function context(state, events, now) {
  let { bubbles, draw } = unexpired(state, now);
  for (const event of events) {
    const ms = BUBBLES[event.type];
    const { seat } = event;
    if (ms)
      bubbles = [...bubbles.filter((one) => one.seat !== seat), { seat, event, until: now + ms }];
    if (event.type === 'dealer_drawn') draw = { event, until: now + DRAW_MS };
    if (event.type === 'card_played' || event.type === 'bid_made') draw = null;
  }
  return { bubbles, draw };
}

/**
 * @param {State['talk']} talk
 * @param {Event[]} events
 * @returns {State['talk']}
 */
function withTalk(talk, events) {
  const said = events.flatMap((event) =>
    event.type === 'said' ? [{ seat: event.seat, text: event.text }] : [],
  );
  return said.length ? [...talk, ...said].slice(-KEPT_TALK) : talk;
}

/**
 * Return when the next bubble, or the draw of the dealer, ends, ms; null where there is none.
 * @param {State} state
 * @returns {number | null}
 */
export function nextEnd({ bubbles, draw }) {
  const ends = [...bubbles.map((bubble) => bubble.until), ...(draw ? [draw.until] : [])];
  return ends.length ? Math.min(...ends) : null;
}

/**
 * @param {State} state
 * @param {string} id
 */
function without(state, id) {
  return state.pending.filter((one) => one.id !== id);
}

/**
 * Return the state with an action on its way.
 * @param {State} state
 * @param {string} id
 * @param {Action} action
 * @returns {State}
 */
export function withPending(state, id, action) {
  const pending = [...state.pending, { id, base: Math.max(0, state.seq), a: action }];
  return { ...state, pending, refusal: null, events: [] };
}

/**
 * Return the card on its way to the table, if any.
 * @param {State} state
 * @returns {string | null}
 */
export function cardSent(state) {
  return state.pending.find((one) => one.a.type === 'play')?.a.card ?? null;
}

/**
 * Return milliseconds left of the turn, the bank of the seat included only when the turn is used up.
 * @param {State} state
 * @param {number} now ms
 * @returns {{turn: number, bank: number, share: number} | null}
 */
export function timeLeft(state, now) {
  const { clock, view } = state;
  if (!clock || !view || !TURNS.includes(view.phase)) return null;
  const passed = clock.paused ? 0 : now - state.clockAt;
  const left = clock.remaining_ms - passed;
  const bank = clock.bank_ms[clock.turn] ?? 0;
  return {
    turn: Math.max(0, left),
    bank: Math.max(0, left >= 0 ? bank : bank + left),
    share: clock.turn_ms ? Math.max(0, Math.min(1, left / clock.turn_ms)) : 0,
  };
}
