import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setPack } from '../../static/js/table/speech/cardnames.js';
import { fetchContractTexts, fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';
import { analysis, decisions } from '../../static/js/review/analysis_store.js';
import { decisionTitle, optionText, toldText } from '../../static/js/review/decisions.js';
import { costText, isLevel } from '../../static/js/review/values.js';
import { reasonInWords } from '../../static/js/review/reasons.js';
import { indexOfHash } from '../../static/js/review/timeline.js';

await fetchContractTexts({}, true);
await fetchLateTexts();
globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' } });
setPack({});

const exchange = /** @type {any} */ ({ kind: 'exchange', cards: ['O7', 'O1'] });
const bid = /** @type {any} */ ({ kind: 'bid', cards: [] });
const judged = (/** @type {any} */ more) => ({ loss: 6, points: 60, win: 0.5, best_points: 66.25, best_win: 0.7, ...more });

test('options are words: what is exchanged for what, bids, calls and discards', () => {
  assert.equal(decisionTitle(exchange), 'The exchange');
  assert.equal(optionText(exchange, 'exchange', false), 'exchange seven of coins for ace of coins');
  assert.equal(optionText(exchange, 'keep', false), 'keep seven of coins');
  assert.equal(optionText(bid, 'pass', true), 'pass');
  assert.equal(optionText(bid, '75', true), '75');
  assert.equal(optionText(bid, '3', false), 'three');
  assert.equal(optionText(bid, '2/62', false), 'two, 62');
  assert.equal(optionText(/** @type {any} */ ({ kind: 'call', cards: [] }), 'O3', false), 'three of coins');
  assert.equal(optionText(/** @type {any} */ ({ kind: 'call', cards: [] }), 'C', false), 'cups');
  assert.equal(optionText(/** @type {any} */ ({ kind: 'discard', cards: [] }), 'C2 O4', false), 'two of cups, four of coins');
});

test('marriages, claims and signs are words too', () => {
  const [marriage, claim, sign] = ['marriage', 'claim', 'sign'].map((kind) => /** @type {any} */ ({ kind, cards: ['C12', 'C11'] }));
  assert.deepEqual([marriage, claim, sign].map(decisionTitle), ['King and knight', 'The claim', 'The sign']);
  assert.equal(optionText(marriage, 'show', false), 'show king and knight of cups');
  assert.equal(optionText(marriage, 'keep', false), 'show nothing');
  assert.deepEqual(['claim', 'play'].map((code) => optionText(claim, code, false)), ['claim the rest', 'play on']);
  assert.equal(optionText(sign, 'trump_three', false), 'the sign “Three of trumps”');
  assert.equal(optionText(sign, 'silent', false), 'make no sign');
});

test('what others could do with a sign is told, and where a false one misled them', () => {
  const told = (/** @type {number} */ gain) =>
    toldText(/** @type {any} */ ({ told: [{ at: 'd1t1c1', seat: 1, card: 'B1', without: 'B4', gain }] }), () => 'Ana');
  assert.equal(told(3.14), 'With it Ana knows ace of clubs to be better than four of clubs.');
  assert.equal(told(-2), 'Ana is misled to ace of clubs, where four of clubs is better.');
  assert.equal(toldText(exchange, () => ''), '');
  const silent = { chosen: 'silent', told: [{ at: 'd1t1c1', seat: 1, card: 'B1', without: 'B4', gain: 2 }] };
  assert.equal(
    toldText(/** @type {any} */ (silent), () => 'Ana'),
    'With it Ana would have known ace of clubs to be better than four of clubs.',
  );
});

test('a marriage that was not shown, or a sign that was not made, is found at a card', () => {
  const timeline = /** @type {any} */ ({ positions: [], at: new Map([['d1', 0], ['d1t1', 4], ['d1t1c2', 2]]) });
  assert.equal(indexOfHash(timeline, '#d1t1c2m'), 2);
  assert.equal(indexOfHash(timeline, '#d1t1c2s'), 2);
  assert.equal(indexOfHash(timeline, '#d1t1c2'), 2);
});

test('a cost is points and the chance to win, or what of them there is', () => {
  analysis.value = null;
  assert.equal(costText(judged({})), '−6.3 points, −20 % to win');
  assert.equal(costText(judged({ best_points: 58 })), '−20 % to win');
  assert.equal(costText(judged({ best_win: 0.3 })), '−6.3 points');
  analysis.value = /** @type {any} */ ({ unit: 'game', deals: [] });
  assert.equal(costText(judged({ loss: 9.9, points: 0.5, best_points: 2 })), '−1.5 game points, −20 % to win', 'not the loss');
  analysis.value = null;
});

test('within half a point choices are as good as each other', () => {
  const cards = (/** @type {number} */ behind) => /** @type {any} */ ({ cards: [{ behind: 0 }, { behind }] });
  assert.ok(isLevel(cards(0.4)));
  assert.ok(!isLevel(cards(0.6)));
});

test('decisions are found by their address, and an analysis of the first version has none', () => {
  const one = { at: 'd1t3', kind: 'exchange' };
  analysis.value = /** @type {any} */ ({ deals: [{ plays: [], decisions: [one] }, { plays: [] }] });
  assert.equal(decisions.value.get('d1t3'), one);
  assert.equal(decisions.value.size, 1);
  analysis.value = null;
});

test('reasons of decisions are told in words', () => {
  assert.match(reasonInWords('takes_higher', 11), /11 points/);
  assert.equal(reasonInWords('partner_signed', 0, 'brisca'), 'the partner had signed: a brisca.');
  assert.match(reasonInWords('shows_pair', 40), /40 points/);
  assert.match(reasonInWords('bids_more', 1), / 1 time out of 100/);
  for (const code of ['keeps_low', 'bids_less', 'bids_more', 'opens_hand', 'misleads', 'informs_partner']) assert.notEqual(reasonInWords(code, 5), '');
});
