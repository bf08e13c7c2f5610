import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, mock, test } from 'node:test';
import * as store from '../../static/js/review/store.js';

const record = JSON.parse(readFileSync(new URL('fixtures/two.json', import.meta.url), 'utf8'));
const kind = () => store.position.value.kind;

beforeEach(() => {
  store.pause();
  store.match.value = { record, names: ['Ana', 'Berta'] };
  store.go(0);
});

test('goes by card and stays within the match', () => {
  store.step('card', 1);
  assert.equal(store.position.value.hash, 'd1t1c1');
  store.step('card', -1);
  store.step('card', -1);
  assert.equal(store.index.value, 0);
  store.go(1e6);
  assert.equal(kind(), 'end');
  store.step('card', 1);
  assert.equal(store.position.value.hash, 'd2end');
});

test('follows addresses, and says where there is none', () => {
  assert.equal(store.follow('#d2t3c1'), true);
  assert.equal(store.position.value.hash, 'd2t3c1');
  assert.equal(store.follow('#content'), false);
  assert.equal(store.position.value.hash, 'd2t3c1');
});

test('plays by itself to the end, and stops there', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  store.toggle();
  assert.deepEqual([store.playing.value, store.index.value], [true, 1]);
  mock.timers.tick(1100);
  assert.equal(store.index.value, 2);
  for (let turn = 0; turn < 300; turn += 1) mock.timers.tick(1900);
  assert.equal(store.position.value.hash, 'd2end');
  assert.equal(store.playing.value, false);
  store.toggle();
  assert.equal(store.index.value, 0);
  mock.timers.reset();
});

test('a step by hand stops what plays by itself', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  store.toggle();
  store.step('trick', 1);
  const at = store.index.value;
  mock.timers.tick(5000);
  assert.deepEqual([store.playing.value, store.index.value], [false, at]);
  mock.timers.reset();
});
