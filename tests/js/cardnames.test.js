import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cardName, frenchFaces, pointsOf, rankMark, rankName, rankOrder, setPack, sorted, suitName } from '../../static/js/table/speech/cardnames.js';

after(() => setPack({}));

test('the Spanish pack is what there is without more', () => {
  setPack({});
  assert.equal(cardName('O12'), 'King of coins');
  assert.equal(frenchFaces(), null);
  assert.equal(pointsOf('B3'), 10);
  assert.deepEqual(rankOrder().slice(0, 5), [1, 3, 12, 11, 10]);
});

test('French cards are named for the Spanish cards that they stand for', () => {
  setPack({ 'deck.french': 'kqj' });
  assert.equal(cardName('O12'), 'King of diamonds');
  assert.equal(cardName('C11'), 'Knight of hearts (Q)');
  assert.equal(suitName('E'), 'Spades');
  assert.equal(suitName('B'), 'Clubs');
  assert.equal(rankMark(10), 'J');
  setPack({ 'deck.french': '1098' });
  assert.equal(cardName('E12'), 'King of spades (10)');
  assert.equal(rankMark(10), '8');
});

test('many cards are held by suit, a few as they came', () => {
  setPack({});
  assert.deepEqual(sorted(['E2', 'O7', 'E1', 'C12', 'O3']), ['O3', 'O7', 'C12', 'E1', 'E2']);
  assert.deepEqual(sorted(['E2', 'O7', 'E1']), ['E2', 'O7', 'E1']);
});

test('with all 52 the courts come twice', () => {
  setPack({ 'deck.french': 'all52' });
  assert.deepEqual(rankOrder(), [1, 3, 13, 10, 12, 9, 11, 8, 7, 6, 5, 4, 2]);
  assert.equal(cardName('C10'), 'Ten of hearts');
  assert.equal(cardName('C13'), 'King of hearts');
  assert.equal(rankName(11), 'Jack');
  const points = rankOrder().reduce((sum, rank) => sum + pointsOf(`O${rank}`), 0);
  assert.equal(points * 4, 156);
});

test('regional ranks change order and points', () => {
  setPack({ ranks: 'swap_3_7' });
  assert.deepEqual(rankOrder().slice(0, 2), [1, 7]);
  assert.deepEqual([pointsOf('O7'), pointsOf('O3')], [10, 0]);
  setPack({ ranks: 'tuscan' });
  assert.deepEqual([pointsOf('O10'), pointsOf('O11')], [3, 2]);
  assert.deepEqual(rankOrder().slice(2, 5), [12, 10, 11]);
});

test('within a sentence a card has its article, and its points when it is played', async () => {
  const { playedCard, theCard } = await import('../../static/js/table/speech/cardnames.js');
  setPack({});
  assert.equal(theCard('E11'), 'the knight of swords');
  assert.equal(playedCard('E11'), 'the knight of swords, 3 points');
  assert.equal(playedCard('B4'), 'the four of clubs');
});

test('the article follows the rank in languages that have more than one', async () => {
  const { theCard } = await import('../../static/js/table/speech/cardnames.js');
  const page = /** @type {any} */ (globalThis);
  page.pgettext = (/** @type {string} */ context) =>
    ({ 'the ace': 'l’%(card)s', 'the eight': 'l’%(card)s', 'the jack': 'la %(card)s', 'the queen': 'la %(card)s' })[context] ??
    'el %(card)s';
  const articles = () => ['O1', 'O8', 'O10', 'O11', 'O12'].map((code) => theCard(code).split(/(?<=’)|\s/)[0]);
  setPack({});
  assert.deepEqual(articles(), ['l’', 'l’', 'la', 'el', 'el']);
  setPack({ 'deck.french': 'all52' });
  assert.deepEqual(articles(), ['l’', 'l’', 'el', 'la', 'la']);
  setPack({});
  delete page.pgettext;
});
