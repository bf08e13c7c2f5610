/** Declared signs: one sentence for each team, in the words of the signs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredSentence } from '../../static/js/table/speech/declared_signs.js';

test('a team and its signs are named', () => {
  const names = ['Ana', 'Eva', 'Leo', 'Mar'];
  const told = declaredSentence({ seats: [0, 2], signs: ['trump_ace', 'brisca'] }, (seat) => names[seat] ?? '');
  assert.match(told, /^Ana, Leo declare these signs: .+, .+\. What is not here is not made\.$/);
  assert.ok(!told.includes('trump_ace'));
});
