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
    answered: ['act', 'p'],
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
  made[1]?.onmessage({ data: '{"t":"table"}' });
  made[1]?.onclose({ code: 4004 });
  mock.timers.tick(60_000);
  assert.equal(made.length, 2);
  assert.deepEqual(states, ['open', 'lost', 'open', 'ended no_table']);
  socket.close();
  mock.timers.reset();
});

test('a connection that closes at once, or only says that somebody is there, is still lost', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  const { made, states, socket } = opened({ tellsAll: ({ t }) => t === 'state' });
  made[0]?.open();
  made[0]?.onclose({ code: 1006 });
  for (const messages of [[], ['{"t":"p"}'], ['{"t":"table"}']]) {
    mock.timers.tick(2000);
    made.at(-1)?.open();
    for (const data of messages) made.at(-1)?.onmessage({ data });
    made.at(-1)?.onclose({ code: 1006 });
  }
  mock.timers.tick(2000);
  assert.ok(!states.slice(1).includes('open'));
  made.at(-1)?.open();
  made.at(-1)?.onmessage({ data: '{"t":"table"}' });
  assert.ok(!states.slice(1).includes('open'));
  made.at(-1)?.onmessage({ data: '{"t":"state"}' });
  assert.equal(states.at(-1), 'open');
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

test('pauses are full jitter under a bound that doubles, and short while the connection is newly lost', () => {
  assert.equal(pause(0, 0, () => 1), 500);
  assert.equal(pause(1, 0, () => 0.5), 500);
  assert.equal(pause(30, 119_000, () => 1), 1000);
  assert.equal(pause(30, 121_000, () => 1), 15_000);
  assert.equal(pause(3, 121_000, () => 0.5), 2000);
});

test('a socket that falls silent after a move counts as lost, and is given up for another', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, states, socket } = opened();
  made[0]?.open();
  made[0]?.onmessage({ data: '{"t":"ack","id":"kept"}' });
  socket.send({ t: 'act', id: 'a' });
  mock.timers.tick(1100);
  assert.deepEqual(states, ['open']);
  mock.timers.tick(200);
  assert.deepEqual(states, ['open', 'lost silent']);
  mock.timers.tick(2800);
  mock.timers.tick(500);
  assert.equal(made.length, 2);
  socket.close();
  mock.timers.reset();
});

test('an answer that comes late takes the loss back', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, states, heard, socket } = opened();
  made[0]?.open();
  socket.send({ t: 'act', id: 'a' });
  mock.timers.tick(2000);
  made[0]?.onmessage({ data: '{"t":"ack","id":"a"}' });
  mock.timers.tick(9000);
  assert.deepEqual(states, ['open', 'lost silent', 'open']);
  assert.deepEqual(heard, [{ t: 'ack', id: 'a' }]);
  assert.equal(made.length, 1);
  socket.close();
  mock.timers.reset();
});

test('a message that the server need not answer is waited for by nobody', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, states, socket } = opened({ again: () => [] });
  made[0]?.open();
  socket.send({ t: 'hint' });
  mock.timers.tick(9000);
  assert.deepEqual(states, ['open']);
  socket.close();
  mock.timers.reset();
});

test('a try that is never answered is given up for the next, with more time after three of them', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, socket } = opened();
  for (const tries of [2, 3, 4]) {
    mock.timers.tick(4000);
    assert.equal(made.length, tries);
  }
  mock.timers.tick(7900);
  assert.equal(made.length, 4);
  mock.timers.tick(200);
  assert.equal(made.length, 5);
  socket.close();
  mock.timers.reset();
});

test('asked whether anybody is there, a dead socket is found within a second and a half', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  const { made, states, socket } = opened({ beat: () => ({ t: 'p', have: 3 }) });
  made[0]?.open();
  socket.probe();
  mock.timers.tick(1300);
  assert.deepEqual(states, ['open', 'lost silent']);
  socket.close();
  mock.timers.reset();
});
