import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { isSamePress, notePress, ONE_PRESS_MS } from '../../static/js/table/input/one_press.js';

test('what follows a press within a moment is the same press, and so is the second click of a series', () => {
  let now = 1000;
  const clock = mock.method(performance, 'now', () => now);
  assert.equal(isSamePress(0), false);
  assert.equal(isSamePress(1), false);
  assert.equal(isSamePress(2), true);
  notePress();
  now += ONE_PRESS_MS - 1;
  assert.equal(isSamePress(0), true);
  assert.equal(isSamePress(1), true);
  now += 1;
  assert.equal(isSamePress(1), false);
  now += 500;
  assert.equal(isSamePress(1, now - 501), true); // made in time, heard of late
  clock.mock.restore();
});
