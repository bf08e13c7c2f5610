/** Watching one match after another: when the page goes on, and when it stays. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStep } from '../../static/js/table/state/watch_step.js';

const table = (/** @type {string} */ status, /** @type {number | null} */ seat = null) => ({ status, you: { seat } });

test('the page goes on once the match that is watched is over', () => {
  assert.equal(nextStep('on', table('playing')), 'on');
  assert.equal(nextStep('on', table('finished')), 'soon');
  assert.equal(nextStep('on', table('closed')), 'soon');
});

test('a rematch that begins meanwhile is watched', () => {
  assert.equal(nextStep('soon', table('playing')), 'on');
});

test('whoever has stopped it, sits there or did not ask for it stays', () => {
  assert.equal(nextStep('stopped', table('finished')), 'stopped');
  assert.equal(nextStep('on', table('finished', 1)), 'off');
  assert.equal(nextStep('off', table('finished')), 'off');
});
