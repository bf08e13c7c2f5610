import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dealFrom, indexOfHash, slotsOf, timelineOf, trickFrom } from '../../static/js/review/timeline.js';

const read = (name) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
const NAMES = ['two', 'three', 'four', 'six', 'claim', 'again'];

const cardsOf = (position) => [
  ...position.hands.flat(),
  ...position.stock,
  ...(position.turned ? [position.turned] : []),
  ...position.plays.map((play) => play.card),
  ...position.piles.flat(),
];

for (const name of NAMES) {
  const record = read(name);
  const { positions, deals, at } = timelineOf(record);

  test(`${name}: every position has each card of the deck exactly once`, () => {
    for (const position of positions)
      assert.deepEqual(cardsOf(position).sort(), [...record.deals[position.deal].deck].sort(), position.hash);
  });

  test(`${name}: backwards is the same as forwards`, () => {
    const there = positions.map((position) => JSON.stringify(position));
    const again = timelineOf(record).positions;
    const back = again.map((_position, index) => again.at(-1 - index)).map((one) => JSON.stringify(one));
    assert.deepEqual(back.reverse(), there);
  });

  test(`${name}: every card was in the hand that played it`, () => {
    positions.forEach(({ kind, action, seat }, index) => {
      if (kind === 'play') assert.ok(positions[index - 1].hands[seat].includes(action.card));
      if (kind === 'exchange') {
        assert.ok(positions[index - 1].hands[seat].includes(action.give));
        assert.equal(positions[index - 1].turned, action.take);
      }
    });
  });

  test(`${name}: tricks, points and score end as the record says`, () => {
    positions.forEach((position, index) => {
      if (position.kind !== 'taken') return;
      const trick = record.deals[position.deal].tricks[position.trick - 1];
      assert.equal(positions[index - 1].winning, trick.winner);
      assert.deepEqual(positions[index - 1].plays.map((play) => play.card), trick.plays.map((play) => play.card));
    });
    deals.forEach(({ last }, index) => {
      const deal = record.deals[index];
      assert.deepEqual(positions[last].points, deal.points.seats);
      assert.equal(positions[last].kind, 'end');
    });
    assert.deepEqual(positions.at(-1).score, record.score);
  });

  test(`${name}: whoever is to play plays next`, () => {
    positions.forEach((position, index) => {
      const next = positions[index + 1];
      if (next?.kind === 'play') assert.equal(position.turn, next.seat, position.hash);
    });
  });

  test(`${name}: every position has an address of its own that leads to it`, () => {
    assert.equal(at.size, positions.length);
    for (const { hash, index } of positions) assert.equal(indexOfHash({ positions, deals, at }, `#${hash}`), index);
  });

  test(`${name}: hands are full until the stock is gone`, () => {
    for (const { kind, hands, stock, turned } of positions)
      if (kind === 'taken' && (stock.length || turned) && !positions.some((p) => p.kind === 'drawn'))
        assert.ok(hands.every((hand) => hand.length === 3));
  });
}

test('a card keeps its place in the hand until its trick is taken', () => {
  const timeline = timelineOf(read('four'));
  const { positions } = timeline;
  for (const { index, hands, plays, kind } of positions)
    hands.forEach((hand, seat) => {
      const slots = slotsOf(timeline, index, seat);
      const held = slots.filter((slot) => !slot.gone).map((slot) => slot.card);
      assert.deepEqual(held, hand);
      const gone = slots.filter((slot) => slot.gone).map((slot) => slot.card);
      assert.deepEqual(gone, plays.filter((play) => play.seat === seat).map((play) => play.card), kind);
    });
});

test('a card taken by an exchange in the middle of a trick lies where the other lay', () => {
  const { positions, ...rest } = timelineOf(read('four'));
  const at = positions.findIndex(({ kind }) => kind === 'play');
  const [lead, other] = [positions[at - 1].hands[0], ['O99', ...positions[at - 1].hands[0].slice(1)]];
  const hands = positions[at].hands.map((hand, seat) => (seat === 0 ? other : hand));
  const bent = positions.with(at, { ...positions[at], plays: [{ seat: 1, card: 'x' }], hands });
  assert.deepEqual(slotsOf({ positions: bent, ...rest }, at, 0).map(({ card }) => card), other);
  assert.equal(lead.length, 3);
});

test('an exchange that was asked for ahead comes before the draw', () => {
  const { positions } = timelineOf(read('four'));
  const at = positions.findIndex(({ kind }) => kind === 'exchange');
  assert.deepEqual([positions[at - 1].kind, positions[at + 1].kind], ['taken', 'drawn']);
  assert.deepEqual(positions[at - 1].draws, []);
  assert.equal(positions[at + 1].draws.length, 4);
  assert.equal(positions[at + 1].draws[0].seat, positions[at].seat);
});

test('a claim gives the rest to who claims', () => {
  const { positions } = timelineOf(read('claim'));
  const at = positions.findIndex(({ kind }) => kind === 'claim');
  assert.ok(positions[at - 1].hands.flat().length);
  assert.equal(positions[at].hands.flat().length, 0);
  assert.equal(positions[at].turn, null);
});

test('a match given up in the middle of a trick leaves the cards where they lie', () => {
  const record = read('two');
  const [, deal] = record.deals;
  deal.actions = [...deal.actions.slice(0, 8), { seq: 999, seat: 0, type: 'resign', by: 'player', ms: 9 }];
  const played = deal.actions.filter((action) => action.type === 'play').length;
  const whole = Math.floor(played / 2);
  deal.tricks = deal.tricks.slice(0, whole);
  deal.game_points = [0, 0];
  const { positions } = timelineOf(record);
  const last = positions.at(-1);
  assert.deepEqual(positions.slice(-2).map(({ kind }) => kind), ['resign', 'end']);
  assert.equal(last.plays.length, played - 2 * whole);
  assert.deepEqual(cardsOf(last).sort(), [...deal.deck].sort());
});

test('a match given up before its first deal has positions too', () => {
  const record = read('two');
  record.deals = [{ ...record.deals[0], deck: [], trump: null, fairness: null, tricks: [], game_points: [0, 0],
    points: { seats: [0, 0], sides: [0, 0] },
    actions: [{ seq: 1, seat: 1, type: 'resign', by: 'player', ms: 5 }] }];
  assert.deepEqual(timelineOf(record).positions.map(({ kind }) => kind), ['start', 'resign', 'end']);
});

test('jumps by trick stop at complete tricks, at the first position and at the last', () => {
  const timeline = timelineOf(read('four'));
  let at = 0;
  const stops = [];
  while (at < timeline.positions.length - 1) stops.push(timeline.positions[(at = trickFrom(timeline, at, 1))].hash);
  assert.deepEqual(stops.slice(0, 2), ['d1t1c4', 'd1t2c4']);
  assert.equal(stops.at(-1), 'd1end');
  assert.equal(stops.length, 11);
  assert.equal(trickFrom(timeline, at, 1), at);
  while (at > 0) at = trickFrom(timeline, at, -1);
  assert.equal(trickFrom(timeline, 0, -1), 0);
});

test('jumps by deal go to the end of the deal, then on to the next', () => {
  const timeline = timelineOf(read('two'));
  const [first, second] = timeline.deals;
  assert.equal(dealFrom(timeline, 5, 1), first.last);
  assert.equal(dealFrom(timeline, first.last, 1), second.last);
  assert.equal(dealFrom(timeline, second.last, 1), second.last);
  assert.equal(dealFrom(timeline, second.last, -1), second.first);
  assert.equal(dealFrom(timeline, second.first, -1), first.first);
  assert.equal(dealFrom(timeline, 0, -1), 0);
});

test('an address that is not quite right leads near, one that is none nowhere', () => {
  const timeline = timelineOf(read('two'));
  const hash = (index) => timeline.positions[index].hash;
  assert.equal(hash(indexOfHash(timeline, '#d2t3c9')), 'd2t3');
  assert.equal(hash(indexOfHash(timeline, '#d2t99c1')), 'd2');
  assert.equal(indexOfHash(timeline, '#d9'), null);
  assert.equal(indexOfHash(timeline, '#content'), null);
  assert.equal(indexOfHash(timeline, ''), null);
});
