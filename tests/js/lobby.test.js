import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge, rangeWords } from '../../static/js/lobby/rows.js';
import { verdict } from '../../static/js/lobby/search.js';
import { greeting, minutes, showTimeLeft } from '../../static/js/lobby/time.js';

const row = (/** @type {string} */ id) => ({ id });

test('new tables wait to be asked for, and those that are gone keep their places', () => {
  const { order, gone, fresh } = merge(['a', 'b', 'c'], [row('n'), row('a'), row('c'), row('m')]);
  assert.deepEqual(order, ['a', 'b', 'c']);
  assert.deepEqual([...gone], ['b']);
  assert.deepEqual(
    fresh.map(({ id }) => id),
    ['n', 'm'],
  );
});

test('a list that is the same changes nothing', () => {
  const { gone, fresh } = merge(['a', 'b'], [row('b'), row('a')]);
  assert.deepEqual([[...gone], fresh], [[], []]);
});

test('seconds of searching read as a clock', () => {
  assert.deepEqual([0, 7_400, 59_999, 61_000, 600_000].map(minutes), ['0:00', '0:07', '0:59', '1:01', '10:00']);
});

test('a search goes to the table when the match begins, and ends when the seat is gone', () => {
  assert.equal(verdict({ status: 'waiting', you: { seat: 0 } }), '');
  assert.equal(verdict({ status: 'playing', you: { seat: 0 } }), 'go');
  assert.equal(verdict({ status: 'waiting', you: { seat: null } }), 'over');
  assert.equal(verdict({ status: 'closed', you: { seat: 0 } }), 'over');
});

test('a range of ratings is told in words', () => {
  const any = { within: null, low: null, high: null, newcomers: true };
  assert.deepEqual(rangeWords(null), []);
  assert.deepEqual(rangeWords({ ...any, within: 200 }), ["rating ±200 of the host's"]);
  assert.deepEqual(rangeWords({ ...any, low: 1400, high: 1700 }), ['rating 1400 to 1700']);
  assert.deepEqual(rangeWords({ ...any, low: 1400 }), ['rating from 1400']);
  assert.deepEqual(rangeWords({ ...any, high: 1700, newcomers: false }), ['rating up to 1700', 'not without a rating']);
});

test('a person is greeted by the hour of their own clock', () => {
  const words = { morning: 'm', afternoon: 'a', evening: 'e' };
  assert.deepEqual([0, 5, 6, 12, 13, 19, 20, 23].map((hour) => greeting(hour, words)).join(''), 'eemmaaee');
});

test('the time left of a deal is told in hours and minutes, and never below nothing', () => {
  const figures = [{ textContent: '' }, { textContent: '' }];
  const place = /** @type {any} */ ({ dataset: { ends: '2026-11-30T00:00:00Z' }, querySelectorAll: () => figures });
  const texts = () => figures.map(({ textContent }) => textContent);
  showTimeLeft(place, Date.parse('2026-11-29T18:47:30Z'));
  assert.deepEqual(texts(), ['5', '12']);
  showTimeLeft(place, Date.parse('2026-11-30T01:00:00Z'));
  assert.deepEqual(texts(), ['0', '0']);
});
