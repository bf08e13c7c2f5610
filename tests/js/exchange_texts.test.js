/** What the turned card answers when it cannot be changed now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changingCard, exchangeText } from '../../static/js/table/speech/exchange_texts.js';

const rules = { 'exchange.enabled': true, 'exchange.chain': true, 'exchange.deadline': 'last_round' };
const seen = { turned: 'C12', first: 'C12', hand: ['O1', 'C7', 'B4'], plays: true, stock: 20, players: 2, rules };

test('the seven changes what is above it, the two what is not', () => {
  for (const [turned, changing] of [['C1', 'C7'], ['O8', 'O7'], ['E7', 'E2'], ['B4', 'B2'], ['C2', null]])
    assert.equal(changingCard(/** @type {string} */ (turned), {}), changing);
});

test('where three and seven change places only the ace waits for the seven', () => {
  assert.equal(changingCard('C12', { ranks: 'swap_3_7' }), 'C2');
  assert.equal(changingCard('C1', { ranks: 'swap_3_7' }), 'C7');
});

test('whoever holds the card has to win a trick first', () => {
  assert.match(exchangeText(seen), /^You may change seven of cups once you have won a trick\.$/i);
});

test('whoever lacks the card, and whoever only watches, is told which card it takes', () => {
  const told = /^Whoever has won a trick may change seven of cups for king of cups\.$/i;
  assert.match(exchangeText({ ...seen, hand: ['C2'] }), told);
  assert.match(exchangeText({ ...seen, hand: [], plays: false }), told);
});

test('a game without the exchange, a two and a card that was changed say that they stay', () => {
  assert.match(exchangeText({ ...seen, rules: { ...rules, 'exchange.enabled': false } }), /no exchange/);
  assert.match(exchangeText({ ...seen, turned: 'C2', first: 'C2' }), /no card changes it/);
  assert.match(exchangeText({ ...seen, turned: 'C7', rules: { ...rules, 'exchange.chain': false } }), /no card changes it/);
});

test('after the last moment it is too late', () => {
  const late = { ...seen, stock: 2, rules: { ...rules, 'exchange.deadline': 'penultimate' } };
  assert.match(exchangeText(late), /too late/);
});
