import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { encode, toHex } from '../../static/js/lib/commitment.js';
import { checkDeal, dealerHolds, deckOf, drawOf, faultOf, packFor } from '../../static/js/lib/fairness.js';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const VECTOR = { ...read('../record/shuffle-vector.json'), scheme: 'brisca-fair/1', flags: [] };
const RECORDS = readdirSync(new URL('fixtures/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

/** A record of one deal, dealt as the vector says. */
function vectorRecord(changes = {}) {
  const fairness = { ...VECTOR, ...changes };
  return {
    record: { match: VECTOR.match, rules_hash: VECTOR.rules, seats: [{}, {}] },
    deal: { number: 1, deck: VECTOR.deck, fairness },
  };
}

async function found(changes, more = {}) {
  const { record, deal } = vectorRecord(changes);
  return checkDeal({ ...record, ...more.record }, { ...deal, ...more.deal });
}

test('parts stand behind their length, text as UTF-8', () => {
  assert.equal(toHex(encode(['é', 12, new Uint8Array([255])])), '00000002c3a9' + '000000023132' + '00000001ff');
});

test('gives the published deck', async () => {
  assert.deepEqual(await deckOf(VECTOR, packFor(2)), VECTOR.deck);
  assert.equal(await faultOf(VECTOR), null);
  assert.deepEqual(await found({}), { state: 'ok' });
});

for (const name of RECORDS)
  test(`checks every deal of a played match: ${name}`, async () => {
    const record = read(`fixtures/${name}.json`);
    for (const deal of record.deals)
      assert.deepEqual(await checkDeal(record, deal), { state: 'ok' });
  });

test('a deck with two cards swapped does not match', async () => {
  const deck = [...VECTOR.deck];
  [deck[3], deck[4]] = [deck[4], deck[3]];
  assert.deepEqual(await found({}, { deal: { deck } }), { state: 'bad', why: 'deck' });
  const short = VECTOR.deck.slice(1);
  assert.deepEqual(await found({}, { deal: { deck: short } }), { state: 'bad', why: 'deck' });
});

test('another seed, nonce, cut, match, deal or ruleset does not match', async () => {
  const flip = (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
  const nonces = [VECTOR.nonces[0], flip(VECTOR.nonces[1])];
  const commits = [flip(VECTOR.client_commits[0]), VECTOR.client_commits[1]];
  const bad = [
    [{ server_seed: flip(VECTOR.server_seed) }, { why: 'server_commit' }],
    [{ server_commit: flip(VECTOR.server_commit) }, { why: 'server_commit' }],
    [{ nonces }, { why: 'client_commit', seat: 1 }],
    [{ client_commits: commits }, { why: 'client_commit', seat: 0 }],
    [{ cut: 18 }, { why: 'deck' }],
    [{ cut: 3 }, { why: 'cut' }],
    [{ match: 'another' }, { why: 'match' }],
    [{ deal: 2 }, { why: 'deal' }],
    [{ rules: 'other' }, { why: 'rules' }],
    [{ client_commits: [null, VECTOR.client_commits[1]] }, { why: 'client_commit', seat: 0 }],
    [{ flags: ['nonce_missing:0'] }, { why: 'nonce', seat: 0 }],
    [{ flags: ['nonce_missing:2'] }, { why: 'flags' }],
    [{ flags: ['something'] }, { why: 'flags' }],
    [{ flags: ['duplicate:other'] }, { why: 'flags' }],
    [{ flags: ['cut_by_clock', 'cut_by_clock'] }, { why: 'flags' }],
  ];
  for (const [changes, why] of bad) assert.deepEqual(await found(changes), { state: 'bad', ...why });
});

test('a deck dealt again is checked by the match it was made for', async () => {
  const again = { flags: [`duplicate:${VECTOR.match}`] };
  assert.deepEqual(await found(again, { record: { match: 'later' } }), { state: 'ok' });
});

test('who cut has to be who is flagged', async () => {
  const cut = (by) => ({ deal: { actions: [{ type: 'cut', by }] } });
  assert.deepEqual(await found({}, cut('player')), { state: 'ok' });
  assert.deepEqual(await found({}, cut('clock')), { state: 'bad', why: 'cut' });
  const flags = { flags: ['cut_by_clock'] };
  assert.deepEqual(await found(flags, cut('clock')), { state: 'ok' });
  assert.deepEqual(await found(flags, cut('player')), { state: 'bad', why: 'cut' });
});

test('says why a deck was not checked', async () => {
  const { record, deal } = vectorRecord();
  const why = async (fairness) => (await checkDeal(record, { ...deal, fairness })).why;
  assert.equal(await why(null), 'missing');
  assert.equal(await why({ ...VECTOR, scheme: 'brisca-fair/2' }), 'scheme');
  assert.equal(await why({ ...VECTOR, server_seed: 'xyz' }), 'malformed');
  assert.equal(await why({ ...VECTOR, nonces: [] }), 'malformed');
  assert.equal(await why({ scheme: 'brisca-fair/1' }), 'malformed');
});

test('there are records of every kind of pack', () => {
  const sizes = RECORDS.map((name) => read(`fixtures/${name}.json`).deals[0].deck.length);
  assert.deepEqual([...new Set(sizes)].sort(), [32, 36, 39, 40, 48, 52]);
});

for (const name of RECORDS)
  test(`the pack of ${name} is known from its rules alone`, () => {
    const record = read(`fixtures/${name}.json`);
    for (const deal of record.deals)
      assert.deepEqual(packFor(record.seats.length, record.rules).sort(), [...deal.deck].sort());
  });

test('the packs have the cards of their number of players', () => {
  assert.deepEqual([2, 3, 4, 5, 6].map((players) => packFor(players).length), [40, 36, 40, 40, 48]);
  assert.deepEqual(packFor(4).slice(0, 8), ['O1', 'O2', 'O3', 'O4', 'O5', 'O6', 'O7', 'O10']);
});

test('options change the pack', () => {
  const french = { 'deck.french': 'all52' };
  assert.deepEqual([2, 3, 4, 6].map((players) => packFor(players, french).length), [52, 48, 52, 48]);
  assert.deepEqual(packFor(2, french).slice(9, 14), ['O10', 'O11', 'O12', 'O13', 'C1']);
  const italian = { 'deck.removed': 'italian' };
  assert.deepEqual([2, 3, 4, 6].map((players) => packFor(players, italian).length), [40, 39, 40, 36]);
  assert.deepEqual(['O2', 'C2'].map((card) => packFor(3, italian).includes(card)), [true, false]);
  const talon = packFor(3, { 'rematada.talon': true });
  assert.deepEqual(talon.slice(0, 8), ['O1', 'O3', 'O5', 'O6', 'O7', 'O10', 'O11', 'O12']);
  assert.deepEqual(packFor(6, { 'deck.french': 'kqj' }), packFor(6));
});

const DRAWS = read('../record/dealer-vector.json');

test('the published draws of a first dealer come out', async () => {
  const pack = packFor(4);
  const lot = await drawOf(DRAWS.lot, pack);
  assert.equal(lot.seat, DRAWS.lot.first_dealer);
  const { cards } = DRAWS.high_card;
  assert.deepEqual((await drawOf(DRAWS.high_card, pack)).pack.slice(0, cards.length), cards);
  assert.ok(await dealerHolds(DRAWS.lot, { dealer: DRAWS.lot.first_dealer, pack }));
  assert.ok(!(await dealerHolds(DRAWS.lot, { dealer: 0, pack })));
  assert.ok(await dealerHolds(DRAWS.high_card, { dealer: 0, cards, pack }));
  assert.ok(!(await dealerHolds(DRAWS.high_card, { dealer: 0, cards: [...cards].reverse(), pack })));
  assert.ok(!(await dealerHolds(DRAWS.high_card, { dealer: 0, cards: [], pack })));
});

test('a draw with another seed, seat or commit than was bound is not taken', async () => {
  const { lot } = DRAWS;
  const changes = [{ seed: '00'.repeat(32) }, { house: [] }, { house: [1] }, { commit: '00'.repeat(32) }];
  for (const change of changes)
    assert.equal(await drawOf({ ...lot, dealer: { ...lot.dealer, ...change } }, packFor(4)), null);
});
