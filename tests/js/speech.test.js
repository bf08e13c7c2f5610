import assert from 'node:assert/strict';
import { test } from 'node:test';
import { account, sideName, standText, trickText } from '../../static/js/table/speech.js';

const told = (/** @type {object} */ more) => ({
  you: 0,
  name: (/** @type {number} */ seat) => ['Ana', 'Pau', 'Iker', 'Marta'][seat] ?? '?',
  sides: [[0, 2], [1, 3]],
  trump: 'O',
  stock: 12,
  ...more,
});

test('a trick is told in the order a player would tell it', () => {
  const lines = account(
    [
      { type: 'card_played', seat: 3, card: 'B12', announce: null },
      { type: 'card_played', seat: 0, card: 'B1', announce: null },
      { type: 'trick_taken', seat: 0, number: 2, points: 15 },
      { type: 'card_drawn', seat: 0, card: 'C10', turned: false },
      { type: 'card_drawn', seat: 1, card: null, turned: false },
    ],
    told({}),
  );
  assert.deepEqual(lines, [
    'Marta plays king of clubs.',
    'You play ace of clubs.',
    'You take the trick, 15 points.',
    'You draw jack of cups.',
    '12 cards left.',
  ]);
});

test('what others draw is not told unless all may see it', () => {
  const hidden = account([{ type: 'card_drawn', seat: 1, card: null, turned: false }], told({ stock: 3 }));
  assert.deepEqual(hidden, ['3 cards left.']);
  const turned = account([{ type: 'card_drawn', seat: 1, card: 'O4', turned: true }], told({ stock: 0 }));
  assert.deepEqual(turned, ['Pau draws the turned card, four of coins.', 'The stock is gone.']);
});

test('partners are we, and strangers are named', () => {
  assert.equal(sideName(0, told({})), 'We');
  assert.equal(sideName(1, told({})), 'They');
  assert.equal(sideName(1, told({ you: null })), 'Pau + Marta');
  assert.equal(sideName(0, told({ sides: [[0], [1]] })), 'You');
});

test('questions about the table are answered', () => {
  const view = /** @type {any} */ ({
    trick: { plays: [{ seat: 3, card: 'B12' }], winning: 3 },
    points: { sides: [10, 4] },
    trump: { suit: 'O' },
    stock: 12,
    score: [1, 0],
  });
  assert.equal(trickText(view, told({})), 'Marta: king of clubs. Marta is winning it.');
  assert.equal(
    standText(view, told({})),
    'We 10, They 4. Trumps: coins. 12 cards left. Match: We 1, They 0.',
  );
});
