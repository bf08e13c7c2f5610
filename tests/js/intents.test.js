import assert from 'node:assert/strict';
import { test } from 'node:test';

import { command, takeUnsent, connectIntents } from '../../static/js/table/input/intents.js';

test('what is tapped before there is a connection is told once there is one, in order and once', () => {
  command('start', { level: 'rules' });
  command('stand');
  const told = takeUnsent();
  assert.deepEqual(told.map(({ cmd }) => cmd), ['start', 'stand']);
  assert.equal(told[0].level, 'rules');
  assert.notEqual(told[0].id, told[1].id);
  assert.deepEqual(takeUnsent(), []);
});

test('what is tapped again while there is no connection is told once', () => {
  command('start', { level: 'rules' });
  command('start', { level: 'rules' });
  command('start', { level: 'learned' });
  assert.deepEqual(takeUnsent().map(({ level }) => level), ['rules', 'learned']);
});

test('what goes out at once is not told again', () => {
  const sent = [];
  connectIntents((message) => sent.push(message) > 0);
  command('agree', { on: true });
  assert.deepEqual(sent.map(({ t, cmd, on }) => [t, cmd, on]), [['do', 'agree', true]]);
  assert.deepEqual(takeUnsent(), []);
});
