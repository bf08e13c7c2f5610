import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dealFrom, entryAt, indexOfHash, slotsOf, timelineOf, trickFrom } from '../../static/js/review/timeline.js';

const read = (name) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
const NAMES = readdirSync(new URL('fixtures/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

const TURNS = ['bid', 'discard', 'call', 'play'];
const ADDRESSED = ['bid', 'declare', 'discard', 'peek', 'look', 'sign', 'ask', 'answer', 'say'];

const cardsOf = (position) => [
  ...position.hands.flat(),
  ...position.stock,
  ...(position.turned ? [position.turned] : []),
  ...position.talon,
  ...position.discards,
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
      if (kind === 'discard')
        for (const card of action.cards) assert.ok(positions[index - 1].hands[seat].includes(card));
      if (kind === 'exchange') {
        assert.ok(positions[index - 1].hands[seat].includes(action.give));
        assert.equal(positions[index - 1].turned, action.take);
      }
    });
  });

  test(`${name}: the number of an action in the record leads to where it was done, and back`, () => {
    positions.forEach(({ action, index }) => {
      if (!action) return;
      assert.equal(entryAt({ positions, deals, at }, index), action.seq);
      assert.equal(indexOfHash({ positions, deals, at }, `#s${action.seq}`), index);
    });
    assert.equal(entryAt({ positions, deals, at }, 0), 0);
    assert.equal(indexOfHash({ positions, deals, at }, '#s999999'), positions.findLastIndex(({ action }) => action));
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

  test(`${name}: whoever is to act acts next`, () => {
    positions.forEach((position, index) => {
      const next = positions[index + 1];
      if (TURNS.includes(next?.kind)) assert.equal(position.turn, next.seat, next.hash);
    });
  });

  test(`${name}: trumps are in force when the record says so`, () => {
    for (const position of positions)
      if (position.kind === 'taken')
        assert.equal(position.trump, record.deals[position.deal].tricks[position.trick - 1].trump);
  });

  test(`${name}: every action has a position, and addresses count them`, () => {
    for (const deal of record.deals) {
      const own = positions.filter(({ deal: at }) => record.deals[at] === deal);
      const told = deal.actions.filter(({ type }) => !['cut', 'arm_exchange'].includes(type));
      assert.deepEqual(own.flatMap(({ action }) => (action ? [action.seq] : [])), told.map(({ seq }) => seq));
      for (const [letter, kinds] of Object.entries({ a: ADDRESSED, x: ['exchange', 'claim', 'resign'] }))
        told.filter(({ type }) => kinds.includes(type)).forEach(({ seq }, count) => {
          assert.equal(positions[at.get(`d${deal.number}${letter}${count + 1}`)].action.seq, seq);
        });
    }
  });

  test(`${name}: every position has an address of its own that leads to it`, () => {
    assert.equal(at.size, positions.length);
    for (const { hash, index } of positions) assert.equal(indexOfHash({ positions, deals, at }, `#${hash}`), index);
  });

  test(`${name}: hands are full until the stock is gone`, () => {
    for (const { kind, hands, stock, turned } of positions)
      if (kind === 'taken' && record.rules['play.cards_per_turn'] !== 2 && (stock.length || turned) && !positions.some((p) => p.kind === 'drawn'))
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

test('a false claim shows a hand and leaves the cards where they are', () => {
  const record = read('claim');
  const deal = record.deals.find(({ ended_by }) => ended_by === 'claim');
  const last = deal.actions.at(-1);
  const seat = (last.seat + 1) % record.seats.length;
  deal.actions.splice(-1, 0, { seq: last.seq, seat, type: 'claim', failed: true, by: 'player', ms: 9 });
  const { positions } = timelineOf(record);
  const at = positions.findIndex(({ kind }) => kind === 'claim_failed');
  assert.deepEqual(positions[at].hands, positions[at - 1].hands);
  assert.equal(positions[at].turn, positions[at - 1].turn);
  assert.deepEqual(positions[at].events, [{ type: 'claim_failed', seat, cards: positions[at].hands[seat] }]);
  assert.equal(positions[at + 1].kind, 'claim');
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

// -- the other games ----------------------------------------------------------------------------

/** The events of a deal in order, as [type, seat]. */
const eventsOf = (name, types) =>
  timelineOf(read(name)).positions.flatMap(({ events }) => events).filter(({ type }) => types.includes(type));

test('the auction, the call and the partner are told where they happen', () => {
  const record = read('chiamata');
  const { positions } = timelineOf(record);
  record.deals.forEach((deal, index) => {
    if (!deal.contract) return;
    const own = positions.filter((position) => position.deal === index);
    const bids = own.filter(({ kind }) => kind === 'bid');
    assert.deepEqual(bids.map(({ hash }) => hash), bids.map((_bid, at) => `d${deal.number}a${at + 1}`));
    assert.ok(bids.slice(0, -1).every(({ contract }) => contract === null));
    const { caller, partner, target, suit, rank } = deal.contract;
    assert.deepEqual(bids.at(-1).events.at(-1), { type: 'auction_won', seat: caller, bid: deal.contract.bid, target });
    const call = own.find(({ kind }) => kind === 'call');
    assert.equal(call.hash, `d${deal.number}a${bids.length + 1}`);
    assert.deepEqual([call.contract.suit, call.contract.rank, call.trump], [suit, rank, suit]);
    // Known here from the auction on, to the players when the card is played.
    for (const { contract } of own.slice(own.indexOf(bids.at(-1)), -1))
      assert.equal(contract.partner, partner === caller ? null : partner);
    const card = `${suit}${rank}`;
    const shown = own.findIndex(({ contract }) => contract?.revealed);
    assert.equal(own[shown].action.card, card);
    assert.deepEqual(own[shown].events[0], { type: 'partner_revealed', seat: partner, alone: partner === caller });
  });
});

test('who calls a card of their own plays alone', () => {
  const { positions } = timelineOf(read('alone'));
  const won = positions.filter(({ contract }) => contract);
  assert.ok(won.length);
  for (const { contract } of won) assert.deepEqual([contract.alone, contract.partner], [true, null]);
  assert.equal(eventsOf('alone', ['partner_revealed'])[0].alone, true);
});

test('a deal that all passed ends without a contract', () => {
  const record = read('passed');
  const { positions, deals } = timelineOf(record);
  const index = record.deals.findIndex(({ ended_by }) => ended_by === 'all_passed');
  const own = positions.slice(deals[index].first, deals[index].last + 1);
  assert.deepEqual(own.map(({ kind }) => kind), ['start', ...Array(5).fill('bid'), 'end']);
  assert.ok(own.every(({ contract, trump }) => !contract && !trump));
});

test('a first trick in the dark goes by the suit led; the call comes after, and may show the partner', () => {
  const { positions } = timelineOf(read('dark'));
  const kinds = positions.map(({ kind }) => kind);
  assert.ok(kinds.indexOf('taken') < kinds.indexOf('call'));
  const call = positions[kinds.indexOf('call')];
  assert.equal(positions[kinds.indexOf('call') - 1].trump, null);
  assert.deepEqual(call.events.map(({ type }) => type), ['called', 'partner_revealed']);
});

test('a first trick that is judged by the call is taken after it', () => {
  const { positions } = timelineOf(read('judged_later'));
  const kinds = positions.map(({ kind }) => kind);
  const at = kinds.indexOf('call');
  assert.equal(kinds[at + 1], 'taken');
  assert.deepEqual(kinds.slice(at - 5, at), Array(5).fill('play'));
  assert.equal(positions[at].plays.length, 5);
  assert.equal(positions[at].trump, positions[at + 1].trump);
});

test('with a talon the winner takes two cards, puts two away and names the trump', () => {
  const record = read('rematada');
  const { positions } = timelineOf(record);
  const won = positions.findIndex(({ contract }) => contract);
  const deal = record.deals[positions[won].deal];
  const { caller } = deal.contract;
  assert.deepEqual(positions[won - 1].talon, deal.deck.slice(-2));
  assert.deepEqual([positions[won].talon, positions[won].hands[caller].length], [[], 12]);
  const kinds = positions.map(({ kind }) => kind);
  const [put, call] = [kinds.indexOf('discard', won), kinds.indexOf('call', won)];
  assert.deepEqual(positions[put].discards, deal.contract.discards);
  assert.equal(positions[put].hands[caller].length, 10);
  assert.equal(call, put + 1);
  assert.equal(positions[call].contract.partner, null);
});

test('marriages are told: shown with a trick, before a card, or making the trump', () => {
  const [shown] = eventsOf('declared', ['marriage_shown']);
  const declared = read('declared').deals[0].extras.find(({ why }) => why === 'declared');
  assert.deepEqual([shown.seat, shown.suit, shown.points], [declared.side, declared.suit, declared.points]);
  const [turned, first] = eventsOf('none_yet', ['trump_turned', 'marriage_shown']);
  assert.deepEqual([turned.suit, turned.card, first.points], [first.suit, null, 40]);
});

test('who must bid because all others passed is told to', () => {
  const { positions } = timelineOf(read('forced'));
  const won = positions.find(({ contract }) => contract);
  assert.deepEqual(won.events.map(({ type }) => type), ['bid_made', 'bid_made', 'auction_won', 'talon_shown']);
  assert.deepEqual(won.bids.at(-1), { seat: won.contract.caller, bid: won.contract.bid });
});

test('a killed three ends the deal where it lies, whoever lays the second card', () => {
  const record = read('muerte');
  const { positions, deals } = timelineOf(record);
  const kills = record.deals.flatMap((deal, index) => (deal.ended_by === 'three_killed' ? [[deal, deals[index].last]] : []));
  assert.ok(kills.length > 1);
  for (const [deal, last] of kills) {
    const before = positions[last - 1];
    const killed = before.events.find(({ type }) => type === 'three_killed');
    const cards = [...before.plays, ...deal.tricks.at(-1).plays];
    assert.equal(cards.find(({ card }) => card === `${deal.trump.suit}1`).seat, killed.seat);
    assert.equal(cards.find(({ card }) => card === `${deal.trump.suit}3`).seat, killed.by);
    assert.equal(before.turn, null);
  }
  assert.deepEqual(new Set(kills.map(([, last]) => positions[last - 1].kind)), new Set(['play', 'taken']));
});

test('the draw for the dealer, signs and looks are told with all who saw them', () => {
  const record = read('signs');
  const { positions } = timelineOf(record);
  const [drawn] = positions[0].events;
  assert.deepEqual(drawn.draws.flat().map(({ card }) => card), record.dealer_draw);
  assert.equal(drawn.dealer, record.deals[0].dealer);
  const sign = positions.find(({ kind }) => kind === 'sign');
  assert.deepEqual(sign.events, [{ type: 'signed', seat: sign.seat, sign: sign.action.sign, seen_by: sign.action.seen_by }]);
  const look = positions.find(({ kind }) => kind === 'look');
  assert.equal(look.events[0].at, look.action.at);
});

test('questions, answers and talk are told as they were heard', () => {
  for (const answer of eventsOf('asking', ['answered'])) assert.ok(['points', 'brisca'].includes(answer.question));
  const { positions } = timelineOf(read('asking'));
  const peek = positions.find(({ kind }) => kind === 'peek');
  assert.deepEqual(peek.events[0].cards, peek.hands[peek.action.at]);
  assert.ok(eventsOf('talking', ['said'])[0].text);
  assert.ok(eventsOf('warned', ['warned']).length);
  assert.equal(eventsOf('warned', ['said']).length, 0);
  assert.equal(eventsOf('penalty', ['penalised']).length, 1);
});

test('trumps rotate without a card turned', () => {
  const { positions, deals } = timelineOf(read('rotation'));
  assert.deepEqual(deals.map(({ first }) => positions[first].trump), ['O', 'C']);
  assert.ok(positions.every(({ turned }) => turned === null));
});

test('two cards a turn: four to a trick, and four to draw', () => {
  const { positions } = timelineOf(read('two_cards'));
  const drawn = positions.map(({ draws }) => draws.length).filter(Boolean);
  assert.deepEqual(drawn, [4, 4, 4, 4, 4, 4, 4, 4, 2]);
  const at = positions.findIndex(({ kind }) => kind === 'taken') - 1;
  assert.equal(positions[at].plays.find(({ card }) => card === positions[at].best).seat, positions[at].winning);
});

test('jumps by trick stop at calls too', () => {
  const timeline = timelineOf(read('chiamata'));
  const stop = timeline.positions[trickFrom(timeline, 0, 1)];
  assert.ok(['call', 'end'].includes(stop.kind));
});
