import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showUnread } from '../../static/js/lib/bell.js';

/** Return the accessible name that the bell gets for a number of unread notifications. @param {number} unread */
function nameFor(unread) {
  let name = '';
  const dataset = { none: 'Avisos', single: 'Avisos: 1 nuevo', several: 'Avisos: {n} nuevos' };
  const bell = { dataset, querySelector: () => ({}), setAttribute: (_key, /** @type {string} */ value) => (name = value) };
  showUnread(/** @type {any} */ (bell), unread);
  return name;
}

test('the name of the bell agrees with the number of notifications', () => {
  assert.equal(nameFor(0), 'Avisos');
  assert.equal(nameFor(1), 'Avisos: 1 nuevo');
  assert.equal(nameFor(3), 'Avisos: 3 nuevos');
  assert.equal(nameFor(120), 'Avisos: 99+ nuevos');
});
