import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callChoices, hasAuction, pointsMade, roleOf, sameSide, secretPartner } from '../../static/js/table/state/contract.js';

const CONTRACT = { caller: 2, bid: { rank: 12 }, target: 61, suit: 'E', rank: 12, card: 'E12', partner: 0, alone: false, revealed: false };
const view = (/** @type {any} */ contract, /** @type {any} */ more) =>
  /** @type {any} */ ({ seat: 0, contract, points: { seats: [12, 25, 4, 0, 0] }, ...more });
const ALONE = [[0], [1], [2], [3], [4]];

test('the hidden partner knows, and it counts for nobody else', () => {
  assert.equal(secretPartner(view(CONTRACT)), true);
  assert.equal(secretPartner(view(CONTRACT, { seat: 1 })), false);
  assert.equal(secretPartner(view({ ...CONTRACT, revealed: true })), false);
  assert.equal(secretPartner(view(CONTRACT, { seat: null })), false);
});

test('roles are told as far as they are known', () => {
  assert.equal(roleOf(view(CONTRACT), 2), 'caller');
  assert.equal(roleOf(view(CONTRACT), 0), 'partner');
  assert.equal(roleOf(view({ ...CONTRACT, partner: null }), 0), null);
  assert.equal(roleOf(null, 0), null);
});

test('points of a contract would tell the partner, so they wait until that is known', () => {
  assert.equal(pointsMade(view(CONTRACT)), 16);
  assert.equal(pointsMade(view({ ...CONTRACT, partner: null, alone: null })), null);
  assert.equal(pointsMade(view({ ...CONTRACT, partner: null, alone: true })), 4);
  assert.equal(pointsMade(view(null)), null);
});

test('sides follow the contract once one knows it', () => {
  assert.equal(sameSide(view(CONTRACT), ALONE, 0, 2), true);
  assert.equal(sameSide(view(CONTRACT), ALONE, 1, 3), true);
  assert.equal(sameSide(view(CONTRACT), ALONE, 1, 2), false);
  assert.equal(sameSide(view({ ...CONTRACT, partner: null, alone: null }), ALONE, 1, 3), false);
  assert.equal(sameSide(view(null), [[0, 2], [1, 3]], 0, 2), true);
  assert.equal(sameSide(view(null), ALONE, null, 0), false);
});

test('what may be called is a list of ranks a suit, or suits alone', () => {
  const order = [1, 3, 12, 11];
  const legal = [
    { type: 'declare', suit: 'O', rank: 11 },
    { type: 'declare', suit: 'O', rank: 1 },
    { type: 'declare', suit: 'C', rank: 3 },
    { type: 'play', card: 'O1' },
  ];
  assert.deepEqual([...callChoices(legal, order)], [['O', [1, 11]], ['C', [3]]]);
  assert.deepEqual([...callChoices([{ type: 'declare', suit: 'E' }], order)], [['E', []]]);
});

test('a game with an auction is told by its rules', () => {
  assert.equal(hasAuction({ 'auction.kind': 'rank' }), true);
  assert.equal(hasAuction({ 'auction.kind': 'none' }), false);
  assert.equal(hasAuction({}), false);
});
