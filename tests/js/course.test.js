import test from 'node:test';
import assert from 'node:assert/strict';
import { actionKey, acting, following, pace, progress, stepAt } from '../../static/js/learn/course.js';

const step = (/** @type {object} */ more) => /** @type {any} */ ({ note: null, view: {}, events: [], fresh: false, ...more });
const scenes = /** @type {any} */ ([
  {
    steps: [
      step({ note: 'hand', wait: 'read', then: 1 }),
      step({ note: 'follow', wait: 'act', moves: { 'play:O4': 2 }, wants: 'play:O4', others: { B5: 'club' } }),
      step({ note: 'won', wait: 'read', then: null }),
    ],
  },
  { steps: [step({ note: 'end', wait: 'read', then: null })] },
]);

test('a note leads to the next step, and the last of a scene to the next scene', () => {
  assert.deepEqual(following(scenes, { scene: 0, step: 0 }), { scene: 0, step: 1 });
  assert.deepEqual(following(scenes, { scene: 0, step: 2 }), { scene: 1, step: 0 });
  assert.equal(following(scenes, { scene: 1, step: 0 }), null);
});

test('what is meant leads on, and of what is not a note tells why', () => {
  const at = { scene: 0, step: 1 };
  assert.deepEqual(acting(scenes, at, { type: 'play', card: 'O4' }), { scene: 0, step: 2 });
  assert.equal(acting(scenes, at, { type: 'play', card: 'B5' }), 'club');
  assert.equal(acting(scenes, at, { type: 'arm_exchange', on: false }), '');
});

test('actions are looked up by what they are about', () => {
  assert.equal(actionKey({ type: 'sign', sign: 'trump_ace' }), 'sign:trump_ace');
  assert.equal(actionKey({ type: 'arm_exchange', on: true }), 'arm_exchange:');
});

test('a trick that was taken stands longer', () => {
  assert.ok(pace(step({ events: [{ type: 'trick_taken' }] })) > pace(step({})));
});

test('progress grows with the notes and ends with the last', () => {
  assert.equal(progress(scenes, { scene: 0, step: 0 }, 1), 0.25);
  assert.equal(progress(scenes, { scene: 1, step: 0 }, 1), 1);
});

test('a step that is not there is an error that names it', () => {
  assert.throws(() => stepAt(scenes, { scene: 0, step: 9 }), /0\.9/);
});
