import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behindText } from '../../static/js/table/speech/hint.js';

test('a card that is as good as the best one is not said to be less than nothing behind', () => {
  assert.equal(behindText({ card: 'C7', behind: 0.04 }, 'en'), 'Seven of cups ±0');
  assert.equal(behindText({ card: 'C3', behind: 1.84 }, 'es'), 'Three of cups −1,8');
});
