import test from 'node:test';
import assert from 'node:assert/strict';
import { faceOf, phrases, reactions, spokenLine, lineText } from '../../static/js/table/chat/texts.js';

const line = (/** @type {object} */ more) => /** @type {any} */ ({ player: 'Ana', text: '', phrase: '', ...more });

test('a face is drawn and told by what it does, a phrase by its words', () => {
  assert.deepEqual(faceOf(line({ phrase: 'clap' })), ['clap', 'claps']);
  assert.equal(lineText(line({ phrase: 'clap' })), '');
  assert.equal(spokenLine(line({ phrase: 'clap' })), 'Ana claps');
  assert.equal(faceOf(line({ phrase: 'thanks' })), null);
  assert.equal(spokenLine(line({ phrase: 'thanks' })), 'Ana: Thank you!');
});

test('own words are never taken for a face', () => {
  assert.equal(faceOf(line({ text: 'clap' })), null);
  assert.equal(lineText(line({ text: 'clap' })), 'clap');
});

test('no phrase has the name of a face', () => {
  const faces = new Set(reactions().map(([name]) => name));
  assert.ok(phrases().every(([name]) => !faces.has(name)));
});
