import assert from 'node:assert/strict';
import { test } from 'node:test';

import { initialPage, reducePage } from '../../static/js/table/state/reduce_page.js';

const TRICK = { number: 3, leader: 0, plays: [{ seat: 0, card: 'O1', announce: null }], winner: 0 };
const LAID = { seat: 1, hands: [['O1'], ['B3']] };
const chosen = { ...initialPage, chosen: 'O1', away: ['O1'], suit: 'O', points: 75, held: TRICK, laid: LAID, dismissed: true };

/** A view of deal 2 and what led to it. */
const view = (deal = 2, plays = [], more = {}) =>
  /** @type {any} */ ({ t: 'view', last: deal, next: { view: { deal: 2, trick: { plays } }, events: [], fresh: false, ...more } });

test('within a deal choices stay, and the trick that is held until the next card lies there', () => {
  assert.deepEqual(reducePage(chosen, view()), chosen);
  assert.deepEqual(reducePage(chosen, view(2, TRICK.plays)), { ...chosen, held: null });
  assert.equal(reducePage(chosen, view(2, [], { fresh: true })).held, null);
});

test('with the next deal nothing is chosen, and its end is no longer put away', () => {
  const next = reducePage(chosen, view(1));
  assert.deepEqual([next.chosen, next.away, next.suit, next.points, next.dismissed], [null, [], null, null, false]);
  assert.equal(next.laid, null);
  assert.equal(next.held, TRICK);
});

test('cards that were claimed stay in sight where the claim came with the next deal', () => {
  const events = [{ type: 'claimed' }];
  assert.equal(reducePage(chosen, view(1, [], { events })).laid, LAID);
  assert.equal(reducePage(chosen, view(1, [], { events, fresh: true })).laid, null);
});

test('clocks stand still from when the connection was lost first', () => {
  const lost = reducePage(initialPage, { t: 'link', link: 'lost', now: 5 });
  assert.equal(reducePage(lost, { t: 'link', link: 'lost', reason: 'silent', now: 9 }).lostAt, 5);
  assert.equal(reducePage(lost, { t: 'link', link: 'open', now: 9 }).lostAt, null);
});

test('only an end has a reason', () => {
  assert.equal(reducePage(initialPage, { t: 'link', link: 'lost', reason: 'silent', now: 0 }).reason, null);
  assert.equal(reducePage(initialPage, { t: 'link', link: 'ended', reason: 'forbidden', now: 0 }).reason, 'forbidden');
});

test('a trick is gathered unless another is held by then', () => {
  assert.equal(reducePage(chosen, { t: 'gathered', trick: TRICK }).held, null);
  assert.equal(reducePage(chosen, { t: 'gathered', trick: { ...TRICK } }), chosen);
});

test('a refusal takes the choice back and says why', () => {
  const next = reducePage(chosen, { t: 'nak', message: 'Not now.' });
  assert.deepEqual([next.chosen, next.notice], [null, 'Not now.']);
});

test('checks are kept by match and deal', () => {
  const first = reducePage(initialPage, { t: 'proof', match: 'm', deal: 1, finding: undefined });
  const next = reducePage(first, { t: 'proof', match: 'm', deal: 2, finding: { state: 'ok' } });
  assert.deepEqual(next.proof, { deal: 2, finding: { state: 'ok' } });
  assert.deepEqual(Object.keys(next.proofs), ['m:1', 'm:2']);
});
