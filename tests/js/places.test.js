import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherSeats, placeOf, seatClass } from '../../static/js/table/state/places.js';

test('seats run counter-clockwise from one at the bottom, the next at the right', () => {
  const around = (/** @type {number} */ players, /** @type {number} */ own) =>
    otherSeats(own, players).map((seat) => placeOf(seat, own, players));
  assert.deepEqual(around(2, 1), ['t']);
  assert.deepEqual(around(3, 0), ['r', 'l']);
  assert.deepEqual(around(4, 2), ['r', 't', 'l']);
  assert.deepEqual(around(5, 3), ['r1', 'r2', 'l2', 'l1']);
  assert.deepEqual(around(6, 5), ['r1', 'r2', 't', 'l2', 'l1']);
  assert.equal(placeOf(3, 3, 4), 'me');
});

test('side seats stand at their edge', () => {
  assert.equal(seatClass('l1'), 'seat l1 ss at-l');
  assert.equal(seatClass('t'), 'seat t');
});
