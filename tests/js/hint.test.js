import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lessText } from '../../static/js/table/speech/hint.js';

test('a card that is as good as the best one is not said to be worse', () => {
  assert.equal(lessText({ card: 'C7', behind: 0.04, points_less: 0.04, win_less: 0.001 }, 'en'), 'Seven of cups ±0');
});

test('points and the chance to win are told apart, and never the value that ranks cards', () => {
  const three = { card: 'C3', behind: 11.1, points_less: 7.94, win_less: 0.22 };
  assert.equal(lessText(three, 'es'), 'Three of cups −7,9 points, −22 % to win');
  assert.equal(lessText({ ...three, points_less: -0.4 }, 'en'), 'Three of cups −22 % to win');
});

test('a single point is told in the singular', () => {
  assert.equal(lessText({ card: 'C3', behind: 1, points_less: 1, win_less: 0 }, 'en'), 'Three of cups −1 point');
});
