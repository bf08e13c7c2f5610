import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bidText, ladder, lastBid, mayPass, pointBids, tooMuch, within } from '../../static/js/table/speech/bids.js';

const bid = (/** @type {any} */ made) => ({ type: 'bid', bid: made });
const view = (/** @type {any} */ auction, /** @type {any[]} */ legal) =>
  /** @type {any} */ ({ auction, legal });
const RANK = { kind: 'rank', bids: [], high: null, passed: [] };

test('the ladder has the ten ranks from high to low, open below the last bid', () => {
  const steps = ladder(view(RANK, [bid('pass'), bid({ rank: 11 }), bid({ rank: 2 })]));
  assert.deepEqual(steps.map((step) => step.rank), [1, 3, 12, 11, 10, 7, 6, 5, 4, 2]);
  assert.deepEqual(steps.filter((step) => step.open).map((step) => step.rank), [11, 2]);
});

test('after the two, points are bid and ranks no more', () => {
  const legal = [bid('pass'), bid({ rank: 2, points: 66 }), bid({ rank: 2, points: 120 })];
  assert.deepEqual(ladder(view(RANK, legal)), []);
  assert.deepEqual(pointBids(view(RANK, legal), {}), { low: 66, high: 120, step: 1, rank: 2 });
});

test('points rise in the steps of the rules, and in Rematada without end', () => {
  const rules = { 'auction.kind': 'points', 'auction.step': 5, 'rematada.talon': true };
  const range = pointBids(view({ ...RANK, kind: 'points' }, [bid({ points: 105 }), bid({ points: 170 })]), rules);
  assert.deepEqual(range, { low: 105, high: 999, step: 5, rank: null });
  assert.equal(within(112, range ?? { low: 0, high: 0, step: 1 }), 110);
  assert.equal(within(20, range ?? { low: 0, high: 0, step: 1 }), 105);
});

test('what cannot be made is warned of', () => {
  assert.equal(tooMuch(170, { 'rematada.talon': true }), false);
  assert.equal(tooMuch(171, { 'rematada.talon': true }), true);
  assert.equal(tooMuch(121, {}), true);
});

test('who may not bid sees no ladder and no points', () => {
  assert.deepEqual(ladder(view(RANK, [])), []);
  assert.equal(pointBids(view(RANK, []), {}), null);
  assert.equal(mayPass([bid({ rank: 3 })]), false);
  assert.equal(mayPass([bid('pass')]), true);
});

test('bids are called as at the table', () => {
  assert.equal(bidText('pass'), 'Pass');
  assert.equal(bidText({ rank: 12 }), 'King');
  assert.equal(bidText({ rank: 2, points: 70 }), 'Two, 70');
  assert.equal(bidText({ points: 65 }), '65');
});

test('a plate shows what its seat said last', () => {
  const bids = [{ seat: 1, bid: { rank: 3 } }, { seat: 2, bid: 'pass' }, { seat: 1, bid: 'pass' }];
  assert.equal(lastBid(view({ ...RANK, bids }, []), 1), 'pass');
  assert.equal(lastBid(view({ ...RANK, bids }, []), 4), null);
  assert.equal(lastBid(null, 1), null);
});
