import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dealTitle, decidingTexts, goneTexts, matchTitle, seriesText, unratedText } from '../../static/js/table/speech/deal_texts.js';
import { scoreText } from '../../static/js/table/speech/end_texts.js';
import { fetchContractTexts, fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';
import { sentences, pointsText } from '../../static/js/table/speech/sentences.js';

await fetchContractTexts({}, true);
await fetchLateTexts();

const NAMES = ['Ana', 'Neus', 'Iker', 'Marta', 'Pau', 'Quim'];
const TWO = [[0], [1]];
const PAIRS = [
  [0, 2],
  [1, 3],
];
const ALONE = [[0], [1], [2]];

const told = (/** @type {number | null} */ you, /** @type {number[][]} */ sides = TWO) => ({
  you,
  name: (/** @type {number} */ seat) => NAMES[seat] ?? '?',
  sides,
  trump: 'O',
  stock: 0,
});

const deal = (/** @type {number[]} */ sides, /** @type {object} */ more = {}) => /** @type {any} */ ({
  deal: 1,
  dealer: 0,
  trump: { suit: 'O', card: 'O4' },
  points: { seats: sides, sides },
  cards: [20, 20],
  game_points: sides.map((points) => Number(points === Math.max(...sides))),
  score: [0, 1],
  ended_by: 'stock',
  tie: false,
  ...more,
});

const match = (/** @type {number[]} */ score, /** @type {number[]} */ winners, /** @type {string} */ ended_by = 'target') => ({
  score,
  winners,
  ended_by,
});

test('the second player who wins 71 to 49 reads so, and stands 1 to 0', () => {
  assert.equal(dealTitle(deal([49, 71]), told(1)), 'You win, 71 to 49');
  assert.equal(scoreText([0, 1], told(1)), '1 to 0');
  assert.equal(matchTitle(match([0, 1], [1]), told(1)), 'You win the match, 1 to 0');
  assert.equal(pointsText([49, 71], told(1)), 'You 71, Ana 49');
});

test('every viewer of every result reads their own figure first', () => {
  for (const sides of [TWO, PAIRS])
    for (const own of [49, 71, 60])
      for (const [side, seats] of sides.entries())
        for (const seat of seats) {
          const points = side ? [120 - own, own] : [own, 120 - own];
          assert.match(dealTitle(deal(points), told(seat, sides)), new RegExp(`${own} to ${120 - own}`));
          const winners = own === 60 ? [] : [points.indexOf(71)];
          assert.match(matchTitle(match(points, winners), told(seat, sides)), new RegExp(`${own} to ${120 - own}$`));
          assert.match(pointsText(points, told(seat, sides)), new RegExp(`^\\w+ ${own}, \\w+ ${120 - own}$`));
        }
});

test('who loses reads who wins, with their own figure first', () => {
  assert.equal(dealTitle(deal([55, 65]), told(0)), 'Neus wins the deal, 55 to 65');
  assert.equal(matchTitle(match([1, 3], [1]), told(0)), 'Neus wins the match, 1 to 3');
  assert.equal(matchTitle(match([3, 1], [0]), told(3, PAIRS)), 'Ana and Iker win the match, 1 to 3');
});

test('who watches reads the winners first', () => {
  assert.equal(dealTitle(deal([49, 71]), told(null)), 'Neus wins the deal, 71 to 49');
  assert.equal(matchTitle(match([1, 3], [1]), told(null)), 'Neus wins the match, 3 to 1');
  assert.equal(pointsText([49, 71], told(null), [1]), 'Neus 71, Ana 49');
});

test('every way in which a match ends has a title', () => {
  assert.equal(matchTitle(match([2, 2], [], 'agreed'), told(1)), 'A draw by agreement, 2 to 2');
  assert.equal(matchTitle(match([2, 2], [], 'draw'), told(1)), 'The match is drawn, 2 to 2');
  assert.equal(matchTitle(match([0, 0], [], 'abandoned'), told(1)), 'The match was called off');
  assert.equal(matchTitle(match([1, 0], [1], 'resigned'), told(1)), 'You win the match, 0 to 1');
  assert.equal(matchTitle(match([1, 3, 0], [1], 'target'), told(1, ALONE)), 'You win the match');
  assert.equal(matchTitle(match([1, 3, 0], [1], 'target'), told(2, ALONE)), 'Neus wins the match');
  assert.equal(matchTitle(match([3, 3, 0], [0, 1], 'target'), told(2, ALONE)), 'Ana and Neus win the match');
  assert.equal(matchTitle(match([3, 3, 0], [0, 1], 'target'), told(0, ALONE)), 'You win the match, and so do others: Neus');
});

test('a deal that did not end by its points says how', () => {
  assert.equal(dealTitle(deal([0, 0], { ended_by: 'all_passed' }), told(1)), 'Everybody passed: the next one deals');
  const killed = deal([30, 10], { ended_by: 'three_killed', game_points: [0, 1] });
  assert.equal(dealTitle(killed, told(1)), 'Death to the three: the deal is yours');
  assert.equal(dealTitle(killed, told(0)), 'Death to the three: the deal goes to Neus');
  const penalty = deal([30, 10], { ended_by: 'penalty', game_points: [0, 1] });
  assert.equal(dealTitle(penalty, told(3, PAIRS)), 'Told what may not be told: the deal is yours');
  assert.equal(dealTitle(deal([60, 60], { game_points: [1, 1], tie: true }), told(1)), 'Level, 60 to 60: all win the deal');
  assert.equal(dealTitle(deal([60, 60], { game_points: [0, 0], tie: true }), told(1)), 'Nobody wins this deal, 60 to 60');
});

test('where points count the deal is told by what each side made, extras included', () => {
  const made = deal([49, 71], { totals: [89, 71], game_points: [89, 71] });
  assert.equal(dealTitle(made, told(1), 'points'), 'The deal: 71 to 89');
  assert.equal(dealTitle(made, told(null), 'points'), 'The deal: 89 to 71');
});

test('losses keep their sign', () => {
  assert.equal(scoreText([-2, 4, -2], told(1, ALONE)), '4, −2, −2');
});

test('a series is told from the own side, and not before it is one', () => {
  assert.equal(seriesText([1, 2], told(1)), 'series 2 to 1');
  assert.equal(seriesText([1, 2], told(0)), 'series 1 to 2');
  assert.equal(seriesText([0, 0], told(0)), '');
});

test('every reason not to rate a match has words', () => {
  const codes = ['other_rules', 'duplicate', 'two_seats', 'with_bots', 'guest_partner', 'same_address', 'same_opponent', 'early_resignation', 'paused_player', 'no_first_card', 'player_gone'];
  for (const code of codes) assert.ok(unratedText(code), code);
  assert.equal(unratedText(null), '');
});

test('the end is said with the own points first and the result of the match last', () => {
  const lines = sentences(
    [
      { type: 'deal_ended', result: deal([56, 64]) },
      { type: 'match_ended', winners: [1], score: [1, 3], ended_by: 'target' },
    ],
    told(1),
  );
  assert.deepEqual(lines, ['End of the deal. You 64, Ana 56.', 'You win the match, 3 to 1.']);
});

test('whoever comes back reads whose absence ended the match', () => {
  const gone = (/** @type {'left' | 'disconnected'} */ why, excused = false) => [{ seat: 1, why, excused }];
  const claimed = match([0, 0], [0], 'resigned');
  assert.deepEqual(goneTexts(claimed, gone('left'), told(0)), ['It ended because Neus had left.']);
  assert.deepEqual(goneTexts(claimed, gone('disconnected'), told(1)), ['It ended because you had lost the connection.']);
  assert.deepEqual(goneTexts(match([0, 0], [], 'abandoned'), gone('disconnected', true), told(0)), [
    'It ended because Neus had lost the connection. It counts against nobody.',
  ]);
});

test('a match that was played to its end, or given up by who stayed, says nothing of who was gone', () => {
  const gone = [{ seat: 1, why: /** @type {const} */ ('left'), excused: false }];
  assert.deepEqual(goneTexts(match([2, 0], [0]), gone, told(0)), []);
  assert.deepEqual(goneTexts(match([0, 0], [1], 'resigned'), gone, told(0)), []);
});

test('the end of a game of a tournament says what decides it, and what happens where that is level', () => {
  const event = (decides, played_on) => /** @type {any} */ ({ decides, played_on });
  assert.deepEqual(decidingTexts(event('points', true)), [
    'The points at this table decide.',
    'A tie that is level is played on, up to two more games; then the sum of the margins decides, and then the lot.',
  ]);
  assert.deepEqual(decidingTexts(event('difference', false)), [
    'What decides is how much more you made of these cards than the other tables.',
    'Where that is level, the points are shared.',
  ]);
  assert.match(decidingTexts(event('difference_of_four', true))[0], /^If at least four tables finish these cards/);
  assert.deepEqual(decidingTexts(event(undefined, undefined)), []);
});
