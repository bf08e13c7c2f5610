import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSeatNews } from '../../static/js/table/speech/absence_texts.js';
import { announceTable } from '../../static/js/table/speech/announcements.js';
import { fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';
import { sentences } from '../../static/js/table/speech/sentences.js';
import { yourMove } from '../../static/js/table/state/selectors.js';
import { begin, page, show, state } from '../../static/js/table/state/store.js';

await fetchLateTexts();

const FOR_YOU = 'A bot plays for you. Press “Take my seat back” to play on yourself.';
const SPOKEN = 300;
const spoken = () => new Promise((resolve) => setTimeout(resolve, SPOKEN));

/**
 * A table of Ana, who looks on from its first seat, and Joe.
 * @param {(string | null)[]} [substitutes]
 * @param {object} [more]
 * @returns {any}
 */
function table(substitutes = [null, null], more = {}) {
  const seats = ['Ana', 'Joe'].map((player, seat) => ({ seat, player, kind: 'human', bot: null, connected: true, substitute: substitutes[seat] }));
  return { status: 'playing', players: 2, seats, sides: [[0], [1]], rules: {}, absences: [], you: { seat: 0, player: 'Ana' }, ...more };
}

/** Put a table in the place of the one that is shown, and tell what has changed. @param {any} next */
async function change(next) {
  const before = state.value.table;
  state.value = { ...state.value, table: next };
  await announceTable(before, next);
}

/** Begin with a table at which it is one's turn. @param {any} first */
function beginAt(first) {
  begin(first);
  const view = /** @type {any} */ ({ phase: 'play', seat: 0, turn: 0, legal: [], trick: { plays: [] }, deal: 1, sides: [[0], [1]] });
  state.value = { ...state.value, view, match: 'm', seq: 4, fresh: false };
  show({ alert: '', said: '', notice: '', line: '' });
}

test('who loses the seat to a bot hears it once, and who gets it back as well', () => {
  const bot = table(['rules', null]);
  assert.equal(ownSeatNews(table(), bot), FOR_YOU);
  assert.equal(ownSeatNews(null, bot), FOR_YOU);
  assert.equal(ownSeatNews(bot, bot), '');
  assert.equal(ownSeatNews(bot, table()), 'You play for yourself again.');
  assert.equal(ownSeatNews(bot, table([null, null], { status: 'over' })), '');
  assert.equal(ownSeatNews(table(), table([null, 'rules'])), '');
});

test('while a bot has one’s seat it is not one’s turn, and no card is called one’s own', () => {
  beginAt(table());
  assert.equal(yourMove(), true);
  beginAt(table(['rules', null]));
  assert.equal(yourMove(), false);
  const context = { you: 0, name: () => 'Ana', sides: [[0], [1]], trump: 'O', stock: 4 };
  const played = [{ type: 'card_played', seat: 0, card: 'B5', announce: null }];
  assert.deepEqual(sentences(played, { ...context, substituted: true }), ['The bot plays the five of clubs for you.']);
  assert.deepEqual(sentences(played, context), ['You play the five of clubs.']);
  const others = [{ ...played[0], seat: 1 }];
  assert.deepEqual(sentences(others, { ...context, name: () => 'Joe', substituted: true }), ['Joe plays the five of clubs.']);
});

test('the bot at one’s own seat is announced at once, and its end with the turn that is one’s own again', async () => {
  beginAt(table());
  await change(table(['rules', null]));
  assert.equal(page.value.alert, FOR_YOU);
  await change(table());
  await spoken();
  assert.equal(page.value.said, 'You play for yourself again.');
  assert.equal(page.value.alert, 'It is your turn.');
});
