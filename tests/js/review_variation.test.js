import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import * as store from '../../static/js/review/store.js';
import { choiceOf, connect, decider, refusal, tryCard } from '../../static/js/review/trying.js';
import { decisionOf, playedBefore, variationOf } from '../../static/js/review/variation.js';
import { analysis, plays } from '../../static/js/review/analysis_store.js';
import { valueOf } from '../../static/js/review/values.js';

const record = JSON.parse(readFileSync(new URL('fixtures/two.json', import.meta.url), 'utf8'));
const [deal] = record.deals;
const cards = deal.actions.filter(({ type }) => type === 'play');

globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' } });

/** What the server says where the cards of the match are played on. */
function told(before, count, over = false) {
  const moves = cards.slice(before, before + count).map(({ seat, card }) => ({ type: 'play', seat, card }));
  const { tricks, points } = deal;
  const outcome = { tricks, points, contract: null, game_points: [0, 0], extras: [], ended_by: 'abandoned' };
  return { deal: deal.number, plays: before, line: [0], view: { over, moves, outcome } };
}

beforeEach(() => {
  store.pause();
  store.variation.value = null;
  store.match.value = { record, names: ['Ana', 'Berta'] };
  store.seat.value = 0;
  store.go(0);
  refusal.value = '';
  analysis.value = null;
  connect('/variation/');
});

test('counts the cards of a deal up to a position, and finds the card of a seat in a trick', () => {
  store.follow('#d1t2c1');
  const line = store.timeline.value;
  assert.equal(playedBefore(line, store.index.value), 3);
  assert.equal(playedBefore(line, line.deals[1].first), 0);
  const { seat } = store.position.value;
  assert.equal(decisionOf(line, store.index.value, seat), store.index.value);
  assert.equal(line.positions[decisionOf(line, store.index.value, 1 - seat)].hash, 'd1t2c2');
  store.follow('#d1t2');
  assert.equal(line.positions[decisionOf(line, store.index.value, seat)].trick, 3);
});

test('a line of the same cards is the match as it was', () => {
  const tried = variationOf(record, told(6, 4));
  assert.deepEqual([tried.seat, tried.plays], [cards[6].seat, 6]);
  store.follow('#d1t4c1');
  const before = store.timeline.value.positions;
  store.show(tried);
  const after = store.timeline.value.positions;
  const known = after.filter(({ index }) => index <= store.index.value);
  assert.deepEqual(
    known.map(({ hash, hands, points }) => ({ hash, hands, points })),
    before.slice(0, known.length).map(({ hash, hands, points }) => ({ hash, hands, points })),
  );
});

test('stays between the card before and what has been tried, and comes back to the card', () => {
  store.follow('#d1t4c1');
  const at = store.index.value;
  store.show(variationOf(record, told(6, 3)));
  store.go(0);
  assert.equal(playedBefore(store.timeline.value, store.index.value), 6);
  assert.equal(store.edges.value.first, true);
  store.go(1e6);
  assert.equal(playedBefore(store.timeline.value, store.index.value), 9);
  assert.notEqual(store.position.value.kind, 'end');
  store.leave();
  assert.deepEqual([store.variation.value, store.index.value], [null, at]);
});

test('following an address leaves what is tried', () => {
  store.show(variationOf(record, told(6, 3)));
  assert.equal(store.follow('#d2t3c1'), true);
  assert.equal(store.variation.value, null);
  assert.equal(store.position.value.hash, 'd2t3c1');
});

test('cards are those from before the card that lies there, which is told only then', () => {
  store.follow('#d1t4c1');
  const { seat } = store.position.value;
  assert.equal(decider(), seat);
  const choice = choiceOf(seat);
  assert.equal(choice.cards.length, 3);
  assert.equal(choice.played, cards[6].card);
  store.seat.value = 1 - seat;
  assert.equal(choiceOf(1 - seat).played, '');
  store.seat.value = seat;
  assert.equal(choiceOf(1 - seat), null);
});

test('asks for a card in the place of the one played, and shows the answer', async () => {
  store.follow('#d1t4c1');
  const { seat } = store.position.value;
  const other = choiceOf(seat).cards.find((card) => card !== cards[6].card);
  const asked = [];
  globalThis.fetch = async (url) => {
    asked.push(url);
    const line = told(6, 1);
    line.view.moves = [{ type: 'play', seat, card: other }];
    return { ok: true, status: 200, json: async () => line };
  };
  await tryCard(seat, cards[6].card);
  await tryCard(seat, 'O99');
  assert.deepEqual(asked, []);
  await tryCard(seat, other);
  assert.deepEqual(asked, [`/variation/?at=d1p6&cards=${other}`]);
  assert.deepEqual(store.variation.value.cards, [other]);
  assert.equal(choiceOf(seat).played, other);
  await tryCard(seat, cards[6].card);
  assert.equal(store.variation.value, null);
  assert.equal(asked.length, 1);
});

test('says why a card cannot be tried', async () => {
  store.follow('#d1t4c1');
  const { seat } = store.position.value;
  const other = choiceOf(seat).cards.find((card) => card !== cards[6].card);
  globalThis.fetch = async () => {
    throw new TypeError('offline');
  };
  await tryCard(seat, other);
  assert.match(refusal.value, /^Without a connection/);
  for (const [status, words] of [[400, /cannot be played/], [429, /Too many/], [503, /Try again/]]) {
    globalThis.fetch = async () => ({ ok: false, status });
    await tryCard(seat, other);
    assert.match(refusal.value, words);
  }
  assert.equal(store.variation.value, null);
});

test('what cards were worth stands under them once one is played, and not where nothing hung on it', () => {
  store.follow('#d1t4c1');
  const { seat, hash } = store.position.value;
  const { card } = cards[6];
  const others = choiceOf(seat).cards.filter((code) => code !== card);
  const judge = (...behind) => {
    const worth = [others[0], card, others[1]].map((code, at) => ({ card: code, behind: behind[at], points: 60 - 0.7 * behind[at], win: 0.5 - 0.02 * behind[at] }));
    const judged = { best: others[0], best_points: 60, best_win: 0.5, loss: 0, behind: behind[1], grade: null, cards: worth };
    analysis.value = { unit: 'cards', deals: [{ number: 1, plays: [{ at: hash, trick: 4, seat, card, judged, line: null, open: null }] }] };
  };
  judge(0, 2.1, 6.6);
  assert.equal(plays.value.size, 1);
  assert.equal(valueOf(seat, others[0], card).text, 'Best');
  assert.equal(valueOf(seat, card, card).text, 'Played · −1.5', 'the points, not the value that ranks cards');
  assert.equal(valueOf(seat, others[1], card).text, '−4.6');
  judge(0, 0.1, 0.3);
  assert.equal(valueOf(seat, others[0], card), null);
  store.step('card', -1);
  judge(0, 2.1, 6.6);
  assert.equal(valueOf(seat, others[0], ''), null);
});
