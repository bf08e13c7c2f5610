import assert from 'node:assert/strict';
import { test } from 'node:test';

import { copyText } from '../../static/js/lib/clipboard.js';

/** @param {object | undefined} clipboard */
function given(clipboard) {
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard }, configurable: true });
}

test('a text is copied at once, before anything is waited for', async () => {
  const copied = [];
  given({ writeText: async (text) => void copied.push(text) });
  const done = copyText('a link');
  assert.deepEqual(copied, ['a link']);
  assert.equal(await done, true);
});

test('where copying is not allowed, or there is no clipboard, that is told', async () => {
  given({ writeText: () => Promise.reject(new Error('NotAllowedError')) });
  assert.equal(await copyText('a link'), false);
  given(undefined);
  assert.equal(await copyText('a link'), false);
});
