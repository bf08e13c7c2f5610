import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longReason, reasonFor, shortReason } from '../../static/js/table/speech/reasons.js';
import { owedCards, prompt } from '../../static/js/table/speech/prompt.js';
import { killedTrick, winningCard } from '../../static/js/table/state/tricks.js';
import { fetchContractTexts } from '../../static/js/table/speech/fetch_texts.js';

await fetchContractTexts({}, true);

const play = (/** @type {number} */ seat, /** @type {string} */ card, /** @type {string | null} */ announce = null) => ({ seat, card, announce });
const view = (/** @type {any} */ more) =>
  /** @type {any} */ ({ seat: 0, turn: 0, phase: 'play', trump: { suit: 'O', card: null }, hand: ['O7', 'C3', 'E10'], legal: [], trick: { number: 2, leader: 1, plays: [play(1, 'C12')] }, ...more });
const told = { you: 0, name: () => 'Ana', sides: [[0], [1], [2]], trump: 'O', stock: 0 };
const STRICT = { 'play.obligations': 'tute_strict' };

test('a card that may not be played says why', () => {
  assert.equal(reasonFor('O1', view({}), { muerte: true }), 'prisoner');
  assert.equal(reasonFor('E10', view({ trick: { plays: [play(1, 'O1', 'arrastre')] } }), {}), 'arrastre');
  assert.equal(reasonFor('E10', view({}), STRICT), 'follow');
  assert.equal(reasonFor('E10', view({ hand: ['O7', 'E10'] }), STRICT), 'trump');
  assert.equal(reasonFor('C3', view({}), STRICT), 'beat');
  assert.equal(reasonFor('C3', view({}), {}), 'other');
  assert.match(longReason('prisoner'), /prisoner/);
  assert.match(shortReason('follow'), /followed/);
});

test('arrastre names the cards that are owed', () => {
  const now = view({ trick: { number: 2, plays: [play(1, 'O1', 'arrastre')] }, legal: [{ type: 'play', card: 'O7' }] });
  assert.deepEqual(owedCards(now), ['O7']);
  assert.equal(prompt(now, {}, told), 'Arrastre: you owe seven of coins.');
  assert.deepEqual(owedCards(view({})), []);
});

test('each phase says what it asks', () => {
  const bids = [{ type: 'bid', bid: { rank: 11 } }];
  const auction = { kind: 'rank', bids: [], high: { seat: 1, bid: { rank: 12 } }, passed: [] };
  assert.equal(prompt(view({ phase: 'auction', auction, legal: bids }), {}, told), 'Bid knight or lower, or pass.');
  assert.equal(
    prompt(view({ phase: 'auction', auction, legal: [{ type: 'bid', bid: 'pass' }, { type: 'bid', bid: { points: 65 } }] }), {}, told),
    'Bid 65 or more, or pass.',
  );
  assert.equal(prompt(view({ phase: 'auction', auction, turn: 2 }), {}, told), 'Ana bids.');
  assert.equal(prompt(view({ phase: 'discard' }), {}, told), 'Choose two cards to put away.');
  assert.equal(prompt(view({ phase: 'call' }), { 'rematada.talon': true }, told), 'Name the trumps.');
  assert.equal(prompt(view({ trump: null, contract: { card: null } }), {}, told), 'In this trick there are no trumps.');
  assert.equal(prompt(view({ trump: null }), {}, told), '');
  assert.equal(prompt(view({ phase: 'deal_over' }), {}, told), '');
});

test('with two cards a turn one of them wins', () => {
  const plays = [play(1, 'B1'), play(0, 'B4'), play(1, 'O5'), play(0, 'O3')];
  assert.equal(winningCard(plays, 0, 'O'), 'O3');
  assert.equal(winningCard(plays, 1, 'O'), 'O5');
  assert.equal(winningCard(plays, null, 'O'), null);
});

test('a trick that death to the three cuts short is still seen', () => {
  const before = { number: 2, leader: 1, plays: [play(1, 'O3')] };
  const events = [{ type: 'card_played', seat: 2, card: 'O1' }, { type: 'three_killed', seat: 2, card: 'O3', by: 1 }];
  const trick = killedTrick(before, events);
  assert.deepEqual(trick?.plays.map((one) => one.card), ['O3', 'O1']);
  assert.equal(trick?.winner, 2);
  assert.equal(killedTrick(before, [...events, { type: 'trick_taken', seat: 2 }]), null);
  assert.equal(killedTrick(before, []), null);
});

test('a dealer who has to bid is not told to pass', () => {
  const forced = view({ phase: 'auction', auction: { kind: 'points', bids: [], high: null, passed: [] }, legal: [{ type: 'bid', bid: { points: 100 } }] });
  assert.equal(prompt(forced, {}, told), 'Bid 100 or more.');
});
