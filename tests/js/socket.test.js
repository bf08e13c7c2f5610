import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { openSocket, pause } from '../../static/js/lib/socket.js';

/** A socket of which the test holds the other end. */
class Fake {
  readyState = 0;
  /** @type {object[]} */
  out = [];
  onopen = () => {};
  onmessage = (/** @type {any} */ _event) => {};
  onclose = (/** @type {any} */ _event) => {};
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(/** @type {string} */ text) {
    this.out.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
}

/** @param {object} more */
function opened(more = {}) {
  /** @type {Fake[]} */
  const made = [];
  /** @type {string[]} */
  const states = [];
  /** @type {any[]} */
  const heard = [];
  const socket = openSocket({
    url: 'ws://x/',
    hello: () => ({ t: 'hello' }),
    again: () => [{ t: 'act', id: 'kept' }],
    onMessage: (message) => heard.push(message),
    onState: (state, reason) => states.push(reason ? `${state} ${reason}` : state),
    make: () => {
      const fake = new Fake();
      made.push(fake);
      return /** @type {any} */ (fake);
    },
    random: () => 1,
    ...more,
  });
  return { socket, made, states, heard };
}

test('what was not acknowledged goes out again unchanged after the hello', () => {
  const { made, socket } = opened();
  made[0]?.open();
  assert.deepEqual(made[0]?.out, [{ t: 'hello' }, { t: 'act', id: 'kept' }]);
  socket.close();
});

test('a lost connection comes back by itself, and a final close does not', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { made, states, socket } = opened();
  made[0]?.open();
  made[0]?.onclose({ code: 1006 });
  mock.timers.tick(2000);
  assert.equal(made.length, 2);
  made[1]?.open();
  made[1]?.onclose({ code: 4004 });
  mock.timers.tick(60_000);
  assert.equal(made.length, 2);
  assert.deepEqual(states, ['open', 'lost', 'open', 'ended no_table']);
  socket.close();
  mock.timers.reset();
});

test('the server may say when to come back', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { made, socket } = opened();
  made[0]?.open();
  made[0]?.onmessage({ data: '{"t":"bye","code":"restart","in":4000}' });
  made[0]?.onclose({ code: 4012 });
  mock.timers.tick(3999);
  assert.equal(made.length, 1);
  mock.timers.tick(2);
  assert.equal(made.length, 2);
  socket.close();
  mock.timers.reset();
});

test('pauses are full jitter under a bound that doubles', () => {
  assert.equal(pause(0, () => 1), 500);
  assert.equal(pause(3, () => 0.5), 2000);
  assert.equal(pause(30, () => 1), 15_000);
});
