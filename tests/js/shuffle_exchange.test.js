import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitTo, fromHex, toHex } from '../../static/js/lib/commitment.js';
import { checkBlock, deckOf, packFor } from '../../static/js/lib/fairness.js';
import { ShuffleExchange } from '../../static/js/table/fairness/shuffle_exchange.js';
import { differs, drawnOutOfTurn } from '../../static/js/table/fairness/proof_check.js';
import { initialObservation, observe } from '../../static/js/table/fairness/deck_observer.js';

const VECTOR = JSON.parse(
  readFileSync(new URL('../record/shuffle-vector.json', import.meta.url), 'utf8'),
);
const BLOCK = { ...VECTOR, scheme: 'brisca-fair/1', flags: [] };
delete BLOCK.deck;
const RULES = 'sha256:rules';

function memory() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

/** A browser at a table, what it sends and what it finds. */
function browser({ sent = [], ...more } = {}) {
  const found = [];
  const page = new ShuffleExchange({
    send: (message, taken) => {
      sent.push(message);
      taken?.();
    },
    table: () => ({ seat: 0, players: 2, rules: {} }),
    found: (deal, finding) => finding && found.push({ deal, ...finding }),
    memory: memory(),
    ...more,
  });
  return { page, sent, found };
}

const news = (more) => ({
  t: 'fair',
  match: 'm',
  deal: 1,
  rules: RULES,
  server_commit: null,
  client_commits: null,
  cut_in_ms: null,
  block: null,
  ...more,
});
const view = (phase, deal = 1) => /** @type {any} */ ({ phase, deal, players: 2, eldest: 1 });

/** The server's side of a deal: what it publishes for the commit of seat 0. */
async function server(commit, changes = {}) {
  const seed = 'ab'.repeat(32);
  const nonce = '07'.repeat(16);
  const block = {
    scheme: 'brisca-fair/1',
    match: 'm',
    deal: 1,
    rules: RULES,
    server_seed: seed,
    client_commits: [commit, toHex(await commitTo('m', 1, 1, fromHex(nonce)))],
    nonces: ['', nonce],
    cut: 17,
    flags: [],
    ...changes,
  };
  const { encode } = await import('../../static/js/lib/commitment.js');
  const data = encode(['brisca-fair/1/server-commit', 'm', 1, block.rules, fromHex(block.server_seed)]);
  block.server_commit = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
  return block;
}

/** A deal up to its end, fairly; what the page has sent. */
async function played(change = (block) => block, more = {}, deal = (block) => block) {
  const one = browser(more);
  await one.page.receive(news());
  const commit = one.sent[0].commit;
  const block = await server(commit);
  const sealed = news({ server_commit: block.server_commit, client_commits: block.client_commits });
  await one.page.receive(sealed);
  one.page.observe('m', view('cut'), [], false);
  one.page.observe('m', view('deal'), [{ type: 'deck_cut', seat: 0, at: 17 }], false);
  const shown = one.sent.find(({ t }) => t === 'nonce');
  block.nonces[0] = shown?.nonce ?? '00'.repeat(16);
  Object.assign(block, deal(block));
  const deck = await deckOf(block, packFor(2));
  one.page.observe('m', view('play'), dealing(deck), false);
  one.page.observe('m', view('deal_over'), [], false);
  await one.page.receive({ ...sealed, block: change(structuredClone(block)) });
  return one;
}

/** The events of a deal to two, as seat 0 sees them; seat 1 is the eldest. */
function dealing(deck) {
  return [
    { type: 'hand_dealt', seat: 1, cards: null, count: 3 },
    { type: 'hand_dealt', seat: 0, cards: [deck[1], deck[3], deck[5]], count: 3 },
    { type: 'trump_turned', suit: deck[6][0], card: deck[6] },
    { type: 'card_played', seat: 1, card: deck[0] },
    { type: 'card_drawn', seat: 1, card: null, turned: false },
    { type: 'card_drawn', seat: 0, card: deck[8], turned: false },
  ];
}

test('commits to this deal and the next before the seal, shows only after the cut', async () => {
  const { page, sent } = browser();
  await page.receive(news());
  assert.deepEqual(sent.map(({ t, deal }) => [t, deal]), [['commit', 1], ['commit', 2]]);
  assert.match(sent[0].commit, /^[0-9a-f]{64}$/);
  page.observe('m', view('deal'), [], false);
  assert.equal(sent.length, 2, 'nothing is shown before the server has committed');
  const block = await server(sent[0].commit);
  await page.receive(news({ server_commit: block.server_commit, client_commits: block.client_commits }));
  const shown = sent.find(({ t }) => t === 'nonce');
  assert.equal(toHex(await commitTo('m', 1, 0, fromHex(shown.nonce))), sent[0].commit);
});

test('does not show a nonce where another device committed for the seat', async () => {
  const { page, sent } = browser();
  await page.receive(news());
  const block = await server('cd'.repeat(32));
  await page.receive(news({ server_commit: block.server_commit, client_commits: block.client_commits }));
  page.observe('m', view('deal'), [], false);
  assert.equal(sent.some(({ t }) => t === 'nonce'), false);
});

test('a reload shows the nonce that was committed to, and says nothing twice', async () => {
  const kept = memory();
  const before = browser({ memory: kept });
  await before.page.receive(news());
  const block = await server(before.sent[0].commit);
  const sealed = news({ server_commit: block.server_commit, client_commits: block.client_commits });
  await before.page.receive(sealed);
  const after = browser({ memory: kept });
  after.page.observe('m', view('deal'), [], true);
  await after.page.receive(sealed);
  await after.page.receive(sealed);
  assert.equal(after.sent.filter(({ t }) => t === 'nonce').length, 1);
  after.page.reconnected();
  await after.page.receive(sealed);
  assert.equal(after.sent.filter(({ t }) => t === 'nonce').length, 2, 'the first may be lost');
});

test('a browser without a memory or a seat only watches', async () => {
  const { page, sent, found } = browser({
    memory: null,
    table: () => ({ seat: null, players: 2, rules: {} }),
  });
  const block = await server('cd'.repeat(32), { flags: ['nonce_missing:0'], nonces: ['00'.repeat(16), '07'.repeat(16)] });
  await page.receive(news({ server_commit: block.server_commit, client_commits: block.client_commits, block }));
  assert.deepEqual(found, [{ deal: 1, state: 'ok' }]);
  assert.deepEqual(sent, []);
});

test('a fair deal is found so', async () => {
  const { found, sent } = await played();
  assert.deepEqual(found, [{ deal: 1, state: 'ok' }]);
  assert.equal(sent.some(({ t }) => t === 'check'), false);
});

test('a proof that differs from what was told or seen is found and reported', async () => {
  const flip = (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
  const cases = [
    [(block) => ({ ...block, server_seed: flip(block.server_seed) }), 'server_commit'],
    [(block) => ({ ...block, cut: 18 }), 'deck'],
    [(block) => ({ ...block, rules: 'sha256:other' }), 'rules'],
    [(block) => ({ ...block, deal: 2 }), 'deal'],
    [(block) => ({ ...block, match: 'n' }), 'match'],
  ];
  for (const [change, why] of cases) {
    const { found, sent } = await played(change);
    assert.deepEqual(found.map(({ state, why: reason }) => [state, reason]), [['bad', why]]);
    assert.deepEqual(sent.at(-1), { t: 'check', match: 'm', deal: 1, result: 'bad', why });
  }
});

test('another seed with a commit of its own is found by the commit that was told', async () => {
  const other = await server(null, { server_seed: 'cd'.repeat(32) });
  const { found } = await played((block) => ({
    ...block,
    server_seed: other.server_seed,
    server_commit: other.server_commit,
  }));
  assert.deepEqual([found[0].state, found[0].why], ['bad', 'server_commit']);
});

/** The server's side of a draw: by lot, among two seats, with this seed. */
async function draw(block, seed, house = []) {
  const { encode } = await import('../../static/js/lib/commitment.js');
  const { drawOf } = await import('../../static/js/lib/fairness.js');
  const parts = ['brisca-fair/1/dealer-commit', 'm', RULES, fromHex(seed), house.length, ...house];
  const data = await crypto.subtle.digest('SHA-256', encode(parts));
  const dealer = { commit: toHex(new Uint8Array(data)), seed, house };
  return { dealer, seat: (await drawOf({ ...block, dealer }, packFor(2))).seat };
}

/** What a page finds of a first deal whose dealer was drawn, where this is changed. */
async function drawnDeal({ shown, proven, house, dealer } = {}) {
  const one = browser();
  const blank = { match: 'm', rules: RULES, client_commits: [null, null] };
  const first = await draw(blank, shown ?? 'cd'.repeat(32), house);
  await one.page.receive(news({ dealer: { ...first.dealer, seed: null } }));
  const block = await server(one.sent[0].commit);
  const lot = await draw(block, proven ?? 'cd'.repeat(32), house);
  const { server_commit, client_commits } = block;
  const more = { server_commit, client_commits, dealer: lot.dealer };
  await one.page.receive(news(more));
  const seat = dealer ?? lot.seat;
  one.page.observe('m', { ...view('deal'), dealer: seat, eldest: 1 - seat }, [], true);
  block.nonces[0] = one.sent.find(({ t }) => t === 'nonce').nonce;
  const proof = { ...block, dealer: lot.dealer };
  await one.page.receive(news({ ...more, block: proof }));
  return { lot, found: one.found[0] };
}

test('the first dealer is held against the commit that was told before the own', async () => {
  const { lot, found } = await drawnDeal();
  assert.deepEqual(found, { deal: 1, state: 'ok' });
  for (const bent of [{ dealer: 1 - lot.seat, proven: 'cd'.repeat(32) }, { proven: 'ef'.repeat(32) }, { house: [0] }]) {
    const other = await drawnDeal(bent);
    if (bent.dealer !== undefined && bent.dealer === other.lot.seat) continue; // another nonce, another lot
    assert.deepEqual(other.found, { deal: 1, state: 'bad', why: 'dealer' });
  }
});

test('a nonce that was shown and left out is reported as withheld', async () => {
  const { found, sent } = await played(
    (block) => ({ ...block, nonces: ['00'.repeat(16), block.nonces[1]], flags: ['nonce_missing:0'] }),
  );
  assert.equal(found[0].state, 'bad', 'the deck was dealt with it');
  assert.equal(sent.at(-1).t, 'check');
});

test('a nonce that was shown is missed even where the deck was dealt without it', async () => {
  const without = (block) => ({ nonces: ['00'.repeat(16), block.nonces[1]], flags: ['nonce_missing:0'] });
  const { found, sent } = await played(undefined, {}, without);
  assert.equal(found[0].state, 'ok');
  assert.deepEqual(sent.at(-1), { t: 'check', match: 'm', deal: 1, result: 'withheld', why: 'nonce' });
});

test('a nonce that came too late is nobody\'s fault', async () => {
  const without = (block) => ({ nonces: ['00'.repeat(16), block.nonces[1]], flags: ['nonce_missing:0'] });
  const sent = [];
  const one = await played(undefined, { send: (message) => sent.push(message), sent }, without);
  assert.equal(one.found[0].state, 'ok');
  assert.equal(sent.some(({ t }) => t === 'check'), false);
});

test('every single change of a field of a proof is caught', async () => {
  const expected = { match: VECTOR.match, deal: 1, rules: VECTOR.rules, players: 2, pack: packFor(2) };
  const holds = async (block) => {
    const { finding, deck } = await checkBlock(block, expected);
    return finding.state === 'ok' && deck.every((card, at) => card === VECTOR.deck[at]);
  };
  assert.equal(await holds(BLOCK), true);
  let count = 0;
  for (const changed of changes(BLOCK)) {
    count += 1;
    assert.equal(await holds(changed), false, JSON.stringify(changed));
  }
  assert.ok(count > 300);
});

/** Every hex digit changed, every number moved, every text and list made another. */
function* changes(block) {
  const hex = (text, at) => text.slice(0, at) + ((parseInt(text[at], 16) + 1) % 16).toString(16) + text.slice(at + 1);
  for (const field of ['server_commit', 'server_seed'])
    for (let at = 0; at < block[field].length; at += 1) yield { ...block, [field]: hex(block[field], at) };
  for (const field of ['client_commits', 'nonces'])
    for (const [index, text] of block[field].entries()) {
      const put = (value) => ({ ...block, [field]: block[field].map((old, at) => (at === index ? value : old)) });
      for (let at = 0; at < text.length; at += 1) yield put(hex(text, at));
      yield put(null);
      yield put('');
    }
  for (const field of ['client_commits', 'nonces']) {
    yield { ...block, [field]: [...block[field]].reverse() };
    yield { ...block, [field]: block[field].slice(1) };
  }
  for (let cut = 0; cut <= 40; cut += 1) if (cut !== block.cut) yield { ...block, cut };
  for (const flag of ['nonce_missing:0', 'nonce_missing:1']) yield { ...block, flags: [flag] };
  for (const field of ['scheme', 'match', 'rules']) yield { ...block, [field]: `${block[field]}x` };
  yield { ...block, deal: 2 };
  for (const field of Object.keys(block)) {
    const { [field]: _gone, ...rest } = block;
    yield rest;
  }
}

test('what is seen of the deck is held against it', () => {
  const deck = VECTOR.deck;
  const play = (events, fresh = false) =>
    observe(initialObservation(), 'm', view('play'), events, fresh);
  const proven = { match: 'm', deal: 1, deck, cut: 17 };
  const seen = play(dealing(deck));
  assert.equal(seen.cards.length, 5);
  assert.equal(differs(seen, proven), false);
  for (const [at] of seen.cards) {
    const other = [...deck];
    other[at] = 'X9';
    assert.equal(differs(seen, { ...proven, deck: other }), true, `card ${at}`);
  }
  assert.equal(differs(seen, { ...proven, deal: 2, deck: [] }), false, 'it is of another deal');
  const cut = observe(seen, 'm', view('play'), [{ type: 'deck_cut', seat: 0, at: 9 }], false);
  assert.equal(differs(cut, proven), true);
});

test('after a gap cards that are drawn are not counted any more', () => {
  const deck = VECTOR.deck;
  const gap = observe(observe(initialObservation(), 'm', view('play'), dealing(deck), false), 'm', view('play'), [], true);
  const later = observe(gap, 'm', view('play'), [{ type: 'card_drawn', seat: 0, card: 'O1', turned: false }], false);
  assert.equal(later.cards.length, 5);
  assert.equal(differs(later, { match: 'm', deal: 1, deck, cut: 17 }), false);
});

test('what is drawn again after a decision was taken back is held against the same place of the deck', () => {
  const deck = VECTOR.deck;
  const drawn = (seat, card) => ({ type: 'card_drawn', seat, card, turned: false });
  const tell = (before, events) => observe(before, 'm', view('play'), events, false);
  const once = tell(observe(initialObservation(), 'm', view('play'), dealing(deck), false), [drawn(0, deck[9]), drawn(1, null)]);
  const back = tell(once, [{ type: 'taken_back', seat: 0, drawn: 2 }]);
  const again = tell(back, [drawn(1, null), drawn(0, deck[10])]);
  const proven = { match: 'm', deal: 1, deck, cut: 17 };
  assert.deepEqual(again.cards.slice(-2), [[9, deck[9]], [10, deck[10]]]);
  assert.equal(differs(again, proven), false);
});

test('two deals in one message are kept apart', () => {
  const events = [...dealing(VECTOR.deck), { type: 'deal_started', deal: 2, dealer: 1 }];
  const seen = observe(initialObservation(), 'm', view('cut', 2), events, false);
  assert.deepEqual([seen.deal, seen.cards], [2, []]);
});

/** What seat 0 observes of a deal of a record whose tricks and draws are told in this order. */
function observed(record, drawers) {
  const [deal] = record.deals;
  const players = record.seats.length;
  const eldest = (deal.dealer + 1) % players;
  const seats = Array.from({ length: players }, (_all, at) => (eldest + at) % players);
  const hand = (seat) => deal.deck.filter((_card, at) => at < 3 * players && seats[at % players] === seat);
  const events = seats.map((seat) => ({ type: 'hand_dealt', seat, cards: hand(seat), count: 3 }));
  events.push({ type: 'trump_turned', suit: deal.trump.suit, card: deal.trump.card });
  const stock = [...deal.deck.slice(3 * players + 1), deal.trump.card];
  for (const { winner } of deal.tricks) {
    events.push({ type: 'trick_taken', seat: winner });
    const from = drawers({ winner, eldest, last: stock.length === players });
    for (let at = 0; at < players && stock.length; at += 1) {
      const turned = stock.length === 1;
      events.push({ type: 'card_drawn', seat: (from + at) % players, card: stock.shift(), turned });
    }
  }
  const now = /** @type {any} */ ({ phase: 'deal_over', deal: 1, players, eldest });
  return observe(initialObservation(), record.match, now, events, false);
}

for (const name of ['by_seat_two', 'by_seat_three', 'two', 'three', 'six'])
  test(`a deal is good in which each draws as the rules say: ${name}`, () => {
    const record = JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));
    const bySeat = record.rules['deal.draw'] === 'by_seat';
    const proven = { match: record.match, deal: 1, deck: record.deals[0].deck, cut: 17 };
    const out = (drawers) => {
      const seen = observed(record, drawers);
      assert.equal(differs(seen, proven), false);
      return drawnOutOfTurn(seen, proven, record.seats.length, record.rules);
    };
    assert.equal(out(({ winner, eldest, last }) => (bySeat && !last ? eldest : winner)), false);
    assert.equal(out(({ winner, eldest, last }) => (bySeat || last ? winner : eldest)), true, 'as by the other rule');
    const usual = ({ winner, eldest }) => (bySeat ? eldest : winner);
    assert.equal(out((round) => (round.last ? round.winner + 1 : usual(round))), true, 'the last round');
  });
