/** What the turned card answers when it cannot be changed now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changingCard, exchangeText } from '../../static/js/table/speech/exchange_texts.js';

const rules = { 'exchange.enabled': true, 'exchange.chain': true, 'exchange.deadline': 'last_round' };
const view = { turned: 'C12', trump: { suit: 'C', card: 'C12' }, hand: ['O1', 'C7', 'B4'], stock: 20 };

/**
 * What the turned card answers where the view and the rules are changed so.
 * @param {object} [changes]
 * @param {object} [otherRules]
 */
const answer = (changes = {}, otherRules = {}) =>
  exchangeText(/** @type {any} */ ({ view: { ...view, ...changes }, table: { players: 2, rules: { ...rules, ...otherRules } } }));

test('the seven changes what is above it, the two what is not', () => {
  for (const [turned, changing] of [['C1', 'C7'], ['O8', 'O7'], ['E7', 'E2'], ['B4', 'B2'], ['C2', null]])
    assert.equal(changingCard(/** @type {string} */ (turned), {}), changing);
});

test('where three and seven change places only the ace waits for the seven', () => {
  assert.equal(changingCard('C12', { ranks: 'swap_3_7' }), 'C2');
  assert.equal(changingCard('C1', { ranks: 'swap_3_7' }), 'C7');
});

test('whoever holds the card has to win a trick first', () => {
  assert.match(answer(), /^You may change seven of cups once you have won a trick\.$/i);
});

test('whoever lacks the card, and whoever only watches, is told which card it takes', () => {
  const told = /^Whoever has won a trick may change seven of cups for king of cups\.$/i;
  assert.match(answer({ hand: ['C2'] }), told);
  assert.match(answer({ hand: undefined }), told);
});

test('a game without the exchange, a two and a card that was changed say that they stay', () => {
  assert.match(answer({}, { 'exchange.enabled': false }), /no exchange/);
  assert.match(answer({ turned: 'C2', trump: { suit: 'C', card: 'C2' } }), /no card changes it/);
  assert.match(answer({ turned: 'C7' }, { 'exchange.chain': false }), /no card changes it/);
});

test('after the last moment it is too late, and without a turned card there is nothing to say', () => {
  assert.match(answer({ stock: 2 }, { 'exchange.deadline': 'penultimate' }), /too late/);
  assert.equal(answer({ turned: null }), '');
});
