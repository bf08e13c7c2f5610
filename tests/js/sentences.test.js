import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentences, sideName } from '../../static/js/table/speech/sentences.js';
import { arrivalText, lastTrickText, standText, trickText } from '../../static/js/table/speech/standing.js';
import { fetchContractTexts, fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';

await fetchContractTexts({}, true);
await fetchLateTexts();

const told = (/** @type {object} */ more) => ({
  you: 0,
  name: (/** @type {number} */ seat) => ['Ana', 'Pau', 'Iker', 'Marta'][seat] ?? '?',
  sides: [[0, 2], [1, 3]],
  trump: 'O',
  stock: 12,
  ...more,
});

test('a trick is told in the order a player would tell it', () => {
  const lines = sentences(
    [
      { type: 'card_played', seat: 3, card: 'B12', announce: null },
      { type: 'card_played', seat: 0, card: 'B1', announce: null },
      { type: 'trick_taken', seat: 0, number: 2, points: 15 },
      { type: 'card_drawn', seat: 0, card: 'C10', turned: false },
      { type: 'card_drawn', seat: 1, card: null, turned: false },
    ],
    told({}),
  );
  assert.deepEqual(lines, [
    'Marta plays the king of clubs, 4 points.',
    'You play the ace of clubs, 11 points.',
    'You take the trick, 15 points.',
    'You draw the jack of cups.',
    '12 cards left.',
  ]);
});

test('what others draw is not told unless all may see it', () => {
  const open = sentences([{ type: 'card_drawn', seat: 1, card: 'O7', turned: false }], told({ stock: 3 }));
  assert.match(open[0], /draws the seven of coins/);
  const hidden = sentences([{ type: 'card_drawn', seat: 1, card: null, turned: false }], told({ stock: 3 }));
  assert.deepEqual(hidden, ['3 cards left.']);
  const turned = sentences([{ type: 'card_drawn', seat: 1, card: 'O4', turned: true }], told({ stock: 0 }));
  assert.deepEqual(turned, ['Pau draws the turned card, the four of coins.', 'The stock is gone.']);
});

test('partners are we, and strangers are named', () => {
  assert.equal(sideName(0, told({})), 'Us');
  assert.equal(sideName(1, told({})), 'Them');
  assert.equal(sideName(1, told({ you: null })), 'Pau + Marta');
  assert.equal(sideName(0, told({ sides: [[0], [1]] })), 'You');
});

test('questions about the table are answered', () => {
  const view = /** @type {any} */ ({
    trick: { plays: [{ seat: 3, card: 'B12' }], winning: 3 },
    points: { sides: [10, 4] },
    trump: { suit: 'O' },
    stock: 12,
    score: [1, 0],
  });
  assert.equal(trickText(view, told({})), 'Marta: king of clubs. Marta is winning it.');
  assert.equal(
    standText(view, told({})),
    'Us 10, Them 4. Trumps: coins. 12 cards left. Match: Us 1, Them 0.',
  );
});

test('the last trick is told with its cards and who took it', () => {
  const plays = [{ seat: 3, card: 'B12' }, { seat: 0, card: 'B1' }];
  const view = (/** @type {object | null} */ last) => /** @type {any} */ ({ last_trick: last });
  assert.equal(
    lastTrickText(view({ plays, winner: 0, points: 15 }), told({})),
    'Last trick. Marta: king of clubs, You: ace of clubs. You take the trick, 15 points.',
  );
  assert.equal(
    lastTrickText(view({ plays, winner: 3, points: 15 }), told({ you: null })),
    'Last trick. Marta: king of clubs, Ana: ace of clubs. Marta takes the trick, 15 points.',
  );
  assert.equal(lastTrickText(view(null), told({})), 'No trick has been taken yet.');
});

test('who comes to a fresh deal hears the tournament, and no points that nobody has', () => {
  const view = /** @type {any} */ ({ points: { sides: [0, 0] }, trump: { suit: 'O' }, stock: 34, score: [0, 0] });
  const event = /** @type {any} */ ({ name: 'Thursday night', round: 1, rounds: 3 });
  assert.equal(arrivalText(view, told({}), event), 'Thursday night, round 1 of 3. Trumps: coins. 34 cards left.');
  assert.equal(arrivalText(view, told({})), 'Trumps: coins. 34 cards left.');
  assert.equal(
    arrivalText({ ...view, points: { sides: [10, 4] }, score: [1, 0] }, told({})),
    'Us 10, Them 4. Trumps: coins. 34 cards left. Match: Us 1, Them 0.',
  );
});

const CONTRACT = { caller: 1, bid: { rank: 3 }, target: 61, suit: 'C', rank: 3, card: 'C3', partner: null, alone: null, revealed: false, talon: null, discards: null };

test('an auction and what follows are told in sentences', () => {
  const lines = sentences(
    [
      { type: 'bid_made', seat: 1, bid: { rank: 3 } },
      { type: 'bid_made', seat: 0, bid: 'pass' },
      { type: 'auction_won', seat: 1, bid: { rank: 3 }, target: 61 },
      { type: 'called', seat: 1, suit: 'C', rank: 3, card: 'C3' },
      { type: 'partner_revealed', seat: 2, alone: false },
      { type: 'partner_revealed', seat: 1, alone: true },
    ],
    told({}),
  );
  assert.deepEqual(lines, [
    'Pau bids three.',
    'You pass.',
    'Pau wins the auction with three: 61 points to make.',
    'Pau calls the three of cups. Trumps: cups.',
    'Iker is the partner.',
    'Pau had called a card of their own and plays alone.',
  ]);
});

test('the two cards of Rematada are seen by all, the discards by their owner alone', () => {
  const shown = { type: 'talon_shown', seat: 3, cards: ['O1', 'C2'] };
  const away = { type: 'cards_discarded', seat: 3, count: 2, cards: null };
  const named = { type: 'called', seat: 3, suit: 'E', rank: null, card: null };
  assert.deepEqual(sentences([shown, away, named], told({})), [
    'Marta takes the two cards: ace of coins, two of cups.',
    'Marta puts away 2 cards.',
    'Marta names swords as trumps.',
  ]);
  const own = { type: 'cards_discarded', seat: 0, count: 2, cards: ['B4', 'B5'] };
  assert.deepEqual(sentences([own], told({})), ['You put away four of clubs, five of clubs.']);
});

test('signs, looks, questions and words are told to who may know of them', () => {
  const lines = sentences(
    [
      { type: 'signed', seat: 2, sign: 'trump_three', seen_by: [0] },
      { type: 'looked', seat: 0, at: 2 },
      { type: 'asked', seat: 2, to: 0, question: 'points' },
      { type: 'answered', seat: 0, to: 2, question: 'points', yes: true },
      { type: 'said', seat: 1, text: 'Vamos' },
      { type: 'said', seat: 2, text: 'O1 C3' },
      { type: 'warned', seat: 1 },
      { type: 'peeked', seat: 0, at: 2, cards: ['O1', 'O2'] },
    ],
    told({}),
  );
  assert.deepEqual(lines, [
    'Sign of Iker: three of trumps.',
    'You look at Iker.',
    'Iker asks you: Have you got points?',
    'You answer: yes.',
    'Pau says: “Vamos”',
    'Iker says: “ace of coins, three of cups”',
    'Pau is warned: that may not be told.',
    'Iker holds ace of coins, two of coins.',
  ]);
});

test('the draw, a marriage and death to the three are told', () => {
  const draws = [[{ seat: 0, card: 'O1' }, { seat: 1, card: 'O2' }]];
  assert.deepEqual(sentences([{ type: 'dealer_drawn', draws, dealer: 0 }], told({})), [
    'Cards are drawn for the deal. You: ace of coins, Pau: two of coins. Yours is the highest, you deal.',
  ]);
  assert.deepEqual(
    sentences(
      [
        { type: 'marriage_shown', seat: 1, suit: 'C', points: 20 },
        { type: 'three_killed', seat: 1, card: 'O3', by: 0 },
      ],
      told({}),
    ),
    ['Pau shows king and knight of cups, 20 points.', 'Pau kills your three. The deal is over.'],
  );
});

test('the end of a contract says whether it was made, and negative points', () => {
  const result = {
    points: { sides: [0, 20, 0, 35, 65] },
    game_points: [1, -2, -1, 1, 1],
    contract: { caller: 1, partner: 2, bid: { rank: 3 }, suit: 'C', rank: 3, target: 61, made: 55 },
  };
  const sides = [[0], [1], [2], [3]];
  const lines = sentences([{ type: 'deal_ended', result }], told({ sides }));
  assert.match(lines[0] ?? '', /^Pau does not make it: 55 of 61 points\. You \+1, Pau −2/);
});

test('the contract stands among what one may ask for', () => {
  const view = /** @type {any} */ ({
    phase: 'play',
    contract: CONTRACT,
    points: { sides: [10, 4, 0, 0], seats: [10, 4, 0, 0] },
    trump: { suit: 'C' },
    stock: 0,
    score: [1, -2, 0, 0],
  });
  const text = standText(view, told({ sides: [[0], [1], [2], [3]] }));
  assert.match(text, /Pau plays for 61 points, with a hidden partner\. Trumps: cups/);
  assert.match(text, /Pau −2/);
});

test('an auction is what lies on the table while it runs', () => {
  const auction = { kind: 'rank', bids: [{ seat: 1, bid: { rank: 3 } }, { seat: 0, bid: 'pass' }], high: null, passed: [] };
  assert.equal(trickText(/** @type {any} */ ({ phase: 'auction', auction }), told({})), 'Pau: three, You: pass.');
});
