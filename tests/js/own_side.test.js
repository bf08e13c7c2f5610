import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sidesInOrder } from '../../static/js/table/state/own_side.js';

const TWO = [[0], [1]];
const PAIRS = [
  [0, 2],
  [1, 3],
];
const ALONE = [[0], [1], [2], [3], [4]];
const THREES = [
  [0, 2, 4],
  [1, 3, 5],
];

test('every seat sees its own side first', () => {
  for (const sides of [TWO, PAIRS, ALONE, THREES])
    for (const [index, seats] of sides.entries())
      for (const seat of seats) assert.equal(sidesInOrder(sides, seat)[0], index, `seat ${seat}`);
});

test('a side that won does not come before the own one', () => {
  assert.deepEqual(sidesInOrder(TWO, 1, [0]), [1, 0]);
  assert.deepEqual(sidesInOrder(PAIRS, 3, [0]), [1, 0]);
});

test('where everybody plays alone, the others follow counter-clockwise', () => {
  assert.deepEqual(sidesInOrder(ALONE, 0), [0, 1, 2, 3, 4]);
  assert.deepEqual(sidesInOrder(ALONE, 3), [3, 4, 0, 1, 2]);
  assert.deepEqual(sidesInOrder([[0], [1], [2]], 2, [1]), [2, 0, 1]);
});

test('who watches sees the winners first, then the others by their seats', () => {
  assert.deepEqual(sidesInOrder(PAIRS, null), [0, 1]);
  assert.deepEqual(sidesInOrder(PAIRS, null, [1]), [1, 0]);
  assert.deepEqual(sidesInOrder(ALONE, null, [2, 4]), [2, 4, 0, 1, 3]);
});

test('a seat that belongs to no side watches', () => {
  assert.deepEqual(sidesInOrder(TWO, 7, [1]), [1, 0]);
});
