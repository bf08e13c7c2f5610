import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementWords, lostWords, missingWords, seatNews, seatWords } from '../../static/js/table/speech/waiting_texts.js';

/**
 * A table of four in pairs; names by seat, `!` at the end: has not agreed, `*`: a bot.
 * @param {(string | null)[]} names
 * @param {Record<string, unknown>} [you]
 * @returns {any}
 */
function table(names, you = { seat: 0, host: true }) {
  const seats = names.map((name, seat) => ({
    seat,
    player: name && name.replace(/[!*]$/, ''),
    kind: name ? (name.endsWith('*') ? 'bot' : 'human') : null,
    agreed: Boolean(name) && !name?.endsWith('!'),
  }));
  const sides = names.length === 4 ? [[0, 2], [1, 3]] : names.map((_name, seat) => [seat]);
  const own = /** @type {number | null} */ (you.seat ?? null);
  return { players: names.length, quick: false, seats, sides, you: { player: own === null ? null : seats[own]?.player, ...you } };
}

test('it says how many are missing, and when bots come by themselves', () => {
  assert.equal(missingWords(table(['Ana', null, 'Marta', null]), null), '2 people are missing.');
  assert.equal(missingWords(table(['Ana', null]), null), '1 person is missing.');
  assert.equal(missingWords(table(['Ana', 'Eva']), null), 'All seats are taken.');
  assert.equal(missingWords(table(['Ana', null]), 3200), 'Bots sit down in 4 s.');
});

test('agreement is told of people alone, one’s own first', () => {
  assert.equal(agreementWords(table(['Ana', null, null, null])), '');
  assert.equal(agreementWords(table(['Ana', 'Roble*', 'Marta', null])), 'You and Marta agree to the rules.');
  assert.equal(agreementWords(table(['Ana', 'Eva!', 'Marta', null])), 'Still to agree to the rules: Eva.');
  assert.equal(agreementWords(table(['Ana!', 'Eva!'])), 'Look at the rules, then agree to them.');
  assert.equal(agreementWords(table(['Ana', 'Eva'], { seat: null })), '');
  assert.equal(agreementWords({ ...table(['Ana!', 'Eva']), quick: true }), '');
});

test('under a name stands what they are to one and whether they have agreed', () => {
  const four = table(['Ana', 'Roble*', 'Marta', 'Eva!']);
  assert.deepEqual(
    four.seats.map((/** @type {any} */ seat) => seatWords(four, seat)),
    ['you are the host', 'bot', 'your partner · agreed', 'looks at the rules'],
  );
});

test('who sits down is told with who is opposite', () => {
  const before = table(['Ana', 'Iker', null, null]);
  assert.equal(seatNews(before, table(['Ana', 'Iker', null, 'Carmen'])), 'Carmen sits down, opposite Iker.');
  assert.equal(seatNews(before, table(['Ana', 'Iker', 'Marta', null])), 'Marta sits down, opposite you.');
  assert.equal(seatNews(table(['Ana', null]), table(['Ana', 'Eva'])), 'Eva sits down.');
});

test('who leaves is told, and one’s own steps are not', () => {
  const before = table(['Ana', 'Iker', null, null]);
  assert.equal(seatNews(before, table(['Ana', null, null, null])), 'Iker leaves.');
  const moved = table([null, 'Iker', 'Ana', null], { seat: 2, host: true });
  assert.equal(seatNews(before, moved), '');
  assert.equal(seatNews(before, before), '');
});

test('another name is no other person', () => {
  const before = table(['Ana', 'MirloAzul', null, null]);
  assert.equal(seatNews(before, table(['Ana', 'Lucia', null, null])), 'MirloAzul is now called Lucia.');
});

test('the host is named to the others, and who loses the seat reads why', () => {
  const four = { ...table(['Ana', 'Eva', 'Marta', null], { seat: 1, host: false }), host: 0 };
  assert.equal(seatWords(four, four.seats[0]), 'host · agreed');
  const out = table(['Ana', null], { seat: null, host: false });
  assert.match(lostWords(out), /may sit down again/);
  assert.match(lostWords({ ...out, you: { ...out.you, banned: true } }), /does not let you/);
});
