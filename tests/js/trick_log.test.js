import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, recorded, rewound } from '../../static/js/table/speech/trick_log.js';
import { fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';
import { sentences } from '../../static/js/table/speech/sentences.js';
import { standText } from '../../static/js/table/speech/standing.js';

await fetchLateTexts();

const told = (/** @type {object} */ more = {}) =>
  /** @type {any} */ ({
    you: 0,
    name: (/** @type {number} */ seat) => ['Ana', 'Pau', 'Iker', 'Marta'][seat] ?? '?',
    sides: [
      [0, 2],
      [1, 3],
    ],
    trump: 'O',
    stock: 12,
    ...more,
  });
const play = (/** @type {number} */ seat, /** @type {string} */ card) => ({ type: 'card_played', seat, card, announce: null });
const TRICK = [play(3, 'B12'), play(0, 'B1'), play(1, 'O2'), play(2, 'C4')];
const TAKEN = { type: 'trick_taken', seat: 1, number: 3, points: 15 };
const DRAWN = { type: 'card_drawn', seat: 0, card: 'C10', turned: false };

test('a trick gathers its cards, who took it, and what happened beside it', () => {
  const [block, ...rest] = recorded([], [...TRICK, TAKEN, DRAWN], told());
  assert.deepEqual(rest, []);
  assert.ok(block?.kind === 'trick');
  assert.deepEqual(block.plays.map(({ card }) => card), ['B12', 'B1', 'O2', 'C4']);
  assert.deepEqual([block.winner, block.number, block.points, block.best], [1, 3, 15, 'O2']);
  assert.deepEqual(block.foot, ['They ate your card: the ace of clubs.', 'You draw the jack of cups.', '12 cards left.']);
});

test('while a trick is played, the card that wins so far is known: the highest of the suit led, or trumps', () => {
  const best = (/** @type {number} */ cards) => {
    const [block] = recorded([], TRICK.slice(0, cards), told());
    return block?.kind === 'trick' ? [block.best, block.winner] : null;
  };
  assert.deepEqual([best(1), best(2), best(3), best(4)], [['B12', null], ['B1', null], ['O2', null], ['O2', null]]);
});

test('tricks are counted on from the one that was taken', () => {
  const blocks = recorded(recorded([], [...TRICK, TAKEN], told()), [play(1, 'E2')], told());
  assert.deepEqual(blocks.map((block) => block.kind === 'trick' && block.number), [3, 4]);
});

test('every sentence that is said stands in a block, in its order', () => {
  const events = [
    { type: 'deal_started', deal: 2, dealer: 1 },
    { type: 'trump_turned', suit: 'O', card: 'O7' },
    ...TRICK,
    TAKEN,
    DRAWN,
    { type: 'exchanged', seat: 0, give: 'O7', take: 'O12' },
    { type: 'resigned', seat: 2 },
  ];
  const lines = recorded([], events, told()).flatMap(({ said }) => said).filter((line) => !line.startsWith('They ate'));
  const spoken = sentences(events, told());
  assert.deepEqual(lines.toSorted(), spoken.toSorted());
  assert.ok(lines.indexOf('Iker resigns.') > lines.indexOf('Pau takes the trick, 15 points.'));
});

test('a match that is found begins with how it stands, the last trick and the one on the table', () => {
  const view = /** @type {any} */ ({
    last_trick: { number: 4, leader: 3, plays: TRICK, winner: 1, points: 15 },
    trick: { number: 5, leader: 1, plays: [{ seat: 1, card: 'E2', announce: null }], winning: 1 },
    points: { sides: [10, 4] },
    trump: { suit: 'O' },
    stock: 12,
    score: [1, 0],
  });
  const stand = standText(view, told());
  const [first, last, now, ...rest] = found(view, stand, told());
  assert.deepEqual(first, { kind: 'text', said: [stand] });
  assert.ok(last?.kind === 'trick' && now?.kind === 'trick');
  assert.deepEqual([last.number, last.winner, now.number, now.winner], [4, 1, 5, null]);
  assert.deepEqual(rest, []);
});

test('an ace or three that an opponent wins is told of, one that a partner wins is not', () => {
  const eaten = (/** @type {number} */ winner, /** @type {number | null} */ you) => {
    const [block] = recorded([], [...TRICK, { ...TAKEN, seat: winner }], told({ you }));
    return block?.kind === 'trick' ? block.foot : null;
  };
  assert.deepEqual(eaten(1, 0), ['They ate your card: the ace of clubs.']);
  assert.deepEqual(eaten(3, 2), ['Ana has lost the ace of clubs.']);
  assert.deepEqual(eaten(2, 0), []);
});

test('blocks that were drawn are not changed', () => {
  const before = recorded([], TRICK.slice(0, 2), told());
  const copy = structuredClone(before);
  recorded(before, TRICK.slice(2), told());
  assert.deepEqual(before, copy);
});

test('what is taken back goes out of the list, with what was drawn after it', () => {
  const before = recorded([], [play(3, 'E1'), play(0, 'E4'), { type: 'trick_taken', seat: 3, number: 2, points: 11 }], told());
  const after = recorded(before, [...TRICK, TAKEN, DRAWN, play(1, 'O3')], told());
  const view = /** @type {any} */ ({
    last_trick: { number: 2, plays: [], winner: 3, points: 11 },
    trick: { number: 3, plays: [{ seat: 3, card: 'B12', announce: null }] },
  });
  const blocks = rewound(after, view, [/** @type {any} */ ({ type: 'taken_back', seat: 0, drawn: 8 })], told());
  assert.deepEqual(blocks.map((block) => block.kind === 'trick' && [block.number, block.winner, block.plays.length]), [
    [2, 3, 2],
    [3, null, 1],
  ]);
  assert.ok(!JSON.stringify(blocks).includes('jack of cups'));
  assert.ok(blocks[0]?.said.includes('You take back what you did last.'));
});

test('what is taken back in the first trick leaves the sentences before it', () => {
  const before = recorded([], [{ type: 'deal_started', deal: 2, dealer: 1 }, ...TRICK.slice(0, 2)], told());
  const view = /** @type {any} */ ({ last_trick: null, trick: { number: 1, plays: [] } });
  const blocks = rewound(before, view, [/** @type {any} */ ({ type: 'taken_back', seat: 0, drawn: 8 })], told());
  assert.deepEqual(blocks.map(({ kind }) => kind), ['text']);
});
