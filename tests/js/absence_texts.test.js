import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absenceNews, ownSeatNews, substituteNews } from '../../static/js/table/speech/absence_texts.js';
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

/** A table at which Joe is gone, and a vote about him. @param {object} [more] @returns {any} */
function gone(more = {}, players = 2) {
  const vote = { seat: 1, kind: 'turn', may: ['wait', 'bot', 'end'], result: 'open', ends_in_ms: 30_000, voters: [0], choices: [], ...more };
  return table([null, null], { absences: [vote], players });
}

const shown = () => true;
const LOST = 'Joe has lost the connection.';
const ASKED = `${LOST} How does it go on? If you do not choose, a bot plays for them in 30 seconds.`;

test('who remains hears once what is asked, with the choices as their buttons are named', () => {
  assert.deepEqual(absenceNews(table(), gone(), shown), [`${ASKED} You can choose: Wait, A bot plays on, Claim the match.`]);
  assert.deepEqual(absenceNews(table(), gone({ may: ['wait', 'end'] }, 4), shown), [`${ASKED} You can choose: Wait, End it here.`]);
  assert.deepEqual(absenceNews(gone(), gone({ ends_in_ms: 29_000 }), shown), []);
  assert.deepEqual(absenceNews(gone(), gone({ choices: [{ seat: 0, choice: 'wait' }] }), shown), []);
});

test('the wait that was chosen is told once, and for how long at most', () => {
  const waits = gone({ result: 'wait', ends_in_ms: 119_400 });
  assert.deepEqual(absenceNews(gone(), waits, shown), ['Waiting for Joe: 2 minutes.']);
  assert.deepEqual(absenceNews(null, waits, shown), [`${LOST} Waiting for Joe: 2 minutes.`]);
  assert.deepEqual(absenceNews(waits, gone({ result: 'wait', ends_in_ms: 60_000 }), shown), []);
});

test('no vote is told that is not shown, that is about oneself, or once the match is over', () => {
  assert.deepEqual(absenceNews(table(), gone({ kind: 'left' }), () => false), []);
  assert.deepEqual(absenceNews(table(), gone({ seat: 0 }), shown), []);
  assert.deepEqual(absenceNews(table(), { ...gone(), status: 'over' }, shown), []);
});

test('what is asked goes to the polite region, and is not said again while its seconds run', async () => {
  beginAt(table());
  await change(gone());
  await spoken();
  assert.ok(page.value.said.startsWith(LOST), page.value.said);
  show({ said: '' });
  await change(gone({ ends_in_ms: 20_000 }));
  await spoken();
  assert.equal(page.value.said, '');
});

test('a bot that plays for somebody else is told once, and that they are back', () => {
  const bot = table([null, 'rules']);
  assert.deepEqual(substituteNews(table(), bot), ['A bot plays for Joe now.']);
  assert.deepEqual(substituteNews(gone(), bot), ['A bot plays for Joe now.']);
  assert.deepEqual(substituteNews(bot, bot), []);
  assert.deepEqual(substituteNews(null, bot), []);
  assert.deepEqual(substituteNews(bot, table()), ['Joe is back.']);
  assert.deepEqual(substituteNews(gone(), table()), ['Joe is back.']);
  assert.deepEqual(substituteNews(table(), table()), []);
});

test('who is still without a connection, at one’s own seat or in another match is not back', () => {
  const offline = table();
  offline.seats[1].connected = false;
  assert.deepEqual(substituteNews(gone(), offline), []);
  assert.deepEqual(substituteNews(table(['rules', null]), table()), []);
  assert.deepEqual(substituteNews(table([null, 'rules']), table([null, null], { status: 'over' })), []);
});

test('a bot at another seat is told politely at the table', async () => {
  beginAt(table());
  await change(table([null, 'rules']));
  await spoken();
  assert.equal(page.value.said, 'A bot plays for Joe now.');
  assert.equal(page.value.notice, '');
});

test('the last person to sit down is told though the match begins with them', async () => {
  const waits = table([null, null], { status: 'waiting' });
  waits.seats[1].player = null;
  beginAt(waits);
  await change(table());
  await spoken();
  assert.equal(page.value.said, 'Joe sits down.');
});
