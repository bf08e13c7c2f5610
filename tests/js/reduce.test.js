import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardSent, initial, nextEnd, reduce, withPending, timeLeft } from '../../static/js/table/state/reduce.js';

const TABLE = /** @type {any} */ ({ id: 't', match: 'm', seats: [], players: 2 });
const view = (/** @type {object} */ more) => ({ phase: 'play', turn: 0, hand: ['O1'], legal: [], ...more });
const clock = { turn: 0, remaining_ms: 8000, turn_ms: 10_000, bank_ms: [5000, 9000], paused: false };

/** @param {number} seq @param {object} [more] */
const state = (seq, more) => ({ t: 'state', match: 'm', seq, view: view({}), events: [], clock, fresh: false, ...more });

test('the first view of a match comes without a story', () => {
  const next = reduce(initial(TABLE, 0), state(4, { events: [{ type: 'card_played' }] }), 10);
  assert.equal(next.seq, 4);
  assert.equal(next.fresh, true);
});

test('an older view changes nothing', () => {
  const now = reduce(initial(TABLE, 0), state(7), 10);
  assert.equal(reduce(now, state(6), 20), now);
});

test('another match begins its own count', () => {
  const now = reduce(initial(TABLE, 0), state(70), 10);
  const next = reduce(now, state(2, { match: 'n' }), 20);
  assert.equal(next.seq, 2);
  assert.equal(next.fresh, true);
});

test('what is sent is pending until it is acknowledged', () => {
  const now = withPending(reduce(initial(TABLE, 0), state(3), 0), 'id-1', { type: 'play', card: 'O1' });
  assert.equal(cardSent(now), 'O1');
  assert.equal(cardSent(reduce(now, { t: 'ack', id: 'id-1', seq: 4 }, 1)), null);
});

test('a refusal takes the card back and says why', () => {
  const now = withPending(reduce(initial(TABLE, 0), state(3), 0), 'id-1', { type: 'play', card: 'O1' });
  const next = reduce(now, { t: 'nak', id: 'id-1', code: 'not_your_turn', message: 'No.' }, 1);
  assert.equal(cardSent(next), null);
  assert.equal(next.refusal?.code, 'not_your_turn');
});

test('the time to spare runs when the turn is used up', () => {
  const now = reduce(initial(TABLE, 0), state(3), 1000);
  assert.deepEqual(timeLeft(now, 3000), { turn: 6000, bank: 5000, share: 0.6 });
  assert.deepEqual(timeLeft(now, 11_000), { turn: 0, bank: 3000, share: 0 });
  assert.deepEqual(timeLeft(now, 99_000), { turn: 0, bank: 0, share: 0 });
});

test('nothing runs outside of play', () => {
  const now = reduce(initial(TABLE, 0), state(3, { view: view({ phase: 'deal_over' }) }), 0);
  assert.equal(timeLeft(now, 5), null);
});

test('a match that begins before one’s eyes has a story', () => {
  const events = [{ type: 'deck_cut' }, { type: 'hand_dealt', seat: 0, cards: ['O1'], count: 1 }];
  assert.equal(reduce(initial(TABLE, 0), state(2, { events }), 10).fresh, false);
});

const SIGN = { type: 'signed', seat: 2, sign: 'trump_ace', seen_by: [0] };

test('a sign stays over its plate for four seconds, and the next takes its place', () => {
  let now = reduce(reduce(initial(TABLE, 0), state(1), 0), state(2, { events: [SIGN] }), 1000);
  assert.deepEqual(now.bubbles, [{ seat: 2, event: SIGN, until: 5000 }]);
  const other = { ...SIGN, sign: 'brisca' };
  now = reduce(now, state(3, { events: [other] }), 2000);
  assert.deepEqual(now.bubbles.map((bubble) => bubble.event.sign), ['brisca']);
  assert.equal(nextEnd(now), 6000);
  assert.equal(reduce(now, { t: 'tick' }, 5999).bubbles.length, 1);
  now = reduce(now, { t: 'tick' }, 6000);
  assert.deepEqual(now.bubbles, []);
  assert.equal(nextEnd(now), null);
});

test('what is found on coming back is not shown again', () => {
  const now = reduce(initial(TABLE, 0), state(2, { events: [SIGN], fresh: true }), 0);
  assert.deepEqual(now.bubbles, []);
});

test('the draw for the deal is a beginning, and goes with the first card', () => {
  const drawn = { type: 'dealer_drawn', draws: [[{ seat: 0, card: 'O1' }]], dealer: 0 };
  let now = reduce(initial(TABLE, 0), state(1, { events: [drawn] }), 0);
  assert.equal(now.fresh, false);
  assert.equal(now.draw?.event, drawn);
  now = reduce(now, state(2, { events: [{ type: 'card_played', seat: 0, card: 'O1' }] }), 100);
  assert.equal(now.draw, null);
});

test('what is said at the table is kept for the match', () => {
  const said = (/** @type {string} */ text) => ({ events: [{ type: 'said', seat: 1, text }] });
  let now = reduce(reduce(initial(TABLE, 0), state(1, said('a')), 0), state(2, said('b')), 0);
  assert.deepEqual(now.talk.map((one) => one.text), ['a', 'b']);
  now = reduce(now, state(1, { match: 'n' }), 0);
  assert.deepEqual(now.talk, []);
});

test('time runs in auctions and calls as in play', () => {
  for (const phase of ['auction', 'discard', 'call'])
    assert.equal(timeLeft(reduce(initial(TABLE, 0), state(1, { view: view({ phase }) }), 0), 1000)?.turn, 7000);
});

test('what one may do among bots is as the newest state says, and nothing where it says nothing', () => {
  const now = reduce(initial(TABLE, 0), { ...state(3), may: ['take_back'] }, 0);
  assert.deepEqual(now.may, ['take_back']);
  assert.deepEqual(reduce(now, state(4), 0).may, []);
});
