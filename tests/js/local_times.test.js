// Dates by the reader's clock say what the server's words would in that time zone.
import assert from 'node:assert/strict';
import { test } from 'node:test';

process.env.TZ = 'Europe/Madrid';
const { localWords, showLocalTimes } = await import('../../static/js/lib/local_times.js');

const NOW = new Date('2026-11-26T22:30:00Z'); // half past eleven at night in Madrid

test('a moment that is tomorrow for the reader is not today', () => {
  assert.equal(localWords(new Date('2026-11-26T23:10:00Z'), NOW, 'en'), 'tomorrow, 00:10');
  assert.equal(localWords(new Date('2026-11-26T22:10:00Z'), NOW, 'en'), 'today, 23:10');
  assert.equal(localWords(new Date('2026-11-25T22:59:00Z'), NOW, 'en'), 'yesterday, 23:59');
});

test('the hour is that of the reader, in every language of the site', () => {
  const at = new Date('2026-11-26T20:50:00Z');
  assert.equal(localWords(at, NOW, 'es'), 'hoy, 21:50');
  assert.equal(localWords(at, NOW, 'ca'), 'avui, 21:50');
});

test('days of this week have their weekday, others their month, and the year where it is another', () => {
  assert.equal(localWords(new Date('2026-11-24T12:00:00Z'), NOW, 'es'), 'mar 24');
  assert.match(localWords(new Date('2026-11-02T12:00:00Z'), NOW, 'es'), /^2 nov\.?$/);
  assert.match(localWords(new Date('2024-11-02T12:00:00Z'), NOW, 'es'), /^2 nov\.? 2024$/);
});

test('what is to come has its hour, however far away it is', () => {
  assert.equal(localWords(new Date('2026-11-30T20:00:00Z'), NOW, 'es'), 'lun 30, 21:00');
  assert.match(localWords(new Date('2027-02-20T20:00:00Z'), NOW, 'es'), /^20 feb\.? 2027, 21:00$/);
});

test('a change to summer time moves no day', () => {
  const now = new Date('2026-03-29T20:00:00Z'); // the clocks went forward that morning
  assert.equal(localWords(new Date('2026-03-28T22:30:00Z'), now, 'en'), 'yesterday, 23:30');
});

test('a list that shows day and hour apart has both of the reader', () => {
  const element = (/** @type {string} */ moment) => ({
    dateTime: '2026-11-26T23:10:00Z', dataset: { moment }, textContent: '', title: '',
  });
  const elements = [element('day'), element('hour'), element('')];
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' } });
  showLocalTimes(/** @type {any} */ ({ querySelectorAll: () => elements }), NOW);
  assert.deepEqual(elements.map(({ textContent }) => textContent), ['tomorrow', '00:10', 'tomorrow, 00:10']);
});
