import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { cardsLike, parse, possible } from '../../static/js/table/command/grammar.js';

const play = (/** @type {string} */ card) => ({ type: 'play', card });
const HAND = ['O3', 'C3', 'E12'];

/** @param {object} [more] */
const moment = (more = {}) => ({
  view: /** @type {any} */ ({ hand: HAND, legal: HAND.map(play), phase: 'play', seat: 0, may_offer: [], ...more }),
  waiting: false,
});

/** Words of another language, as its catalogue would give them. @param {Record<string, string>} words */
function speak(words) {
  const page = /** @type {any} */ (globalThis);
  page.gettext = (/** @type {string} */ id) => words[id] ?? id;
  page.pgettext = (/** @type {string} */ _context, /** @type {string} */ id) => words[id] ?? id;
}

afterEach(() => {
  const page = /** @type {any} */ (globalThis);
  delete page.gettext;
  delete page.pgettext;
});

test('a card is played by its rank and suit, as far as it needs', () => {
  for (const line of ['play 3 coins', 'Play the three of coins', 'lay 3 coi', '3 coins', 'three coins'])
    assert.deepEqual(parse(line, moment()), { verb: 'play', card: 'O3' }, line);
  for (const line of ['play king', 'play 12', 'king', 'play swords'])
    assert.deepEqual(parse(line, moment()), { verb: 'play', card: 'E12' }, line);
});

test('it is asked which one where several fit, and said where none does', () => {
  assert.match(parse('play 3', moment()).error ?? '', /three of coins, three of cups/);
  assert.match(parse('play 7 cups', moment()).error ?? '', /seven of cups/);
  assert.ok(parse('play umbrella', moment()).error);
  assert.ok(parse('play', moment()).error);
  assert.equal(parse('dance', moment()).verb, '');
  assert.equal(parse('dance', moment()).card, undefined);
});

test('it is spoken as players of other languages do', () => {
  speak({
    'play lay throw': 'juega jugar tira',
    'the of a an with my': 'el la los las de del mi con',
    Three: 'Tres',
    Coins: 'Oros',
    Swords: 'Espadas',
    'exchange change swap': 'cambia cambiar',
    pass: 'paso pasa',
    'help what': 'ayuda',
  });
  for (const line of ['juega 3 oros', 'Juega el tres de oros', 'tira 3 de oros', 'TRES OROS'])
    assert.deepEqual(parse(line, moment()), { verb: 'play', card: 'O3' }, line);
  assert.equal(parse('cambia', moment()).verb, 'exchange');
  assert.equal(parse('pasa', moment()).verb, 'pass');
  assert.equal(parse('¿ayuda?', moment()).verb, 'help');
  speak({ 'play lay throw': 'juga tira', 'the of a an with my': 'el la de d del', Three: 'Tres', Coins: 'Oros' });
  assert.deepEqual(parse("juga 3 d'oros", moment()), { verb: 'play', card: 'O3' });
});

test('bids, calls, marriages and cuts say what they are of', () => {
  const bids = [{ type: 'bid', bid: 'pass' }, { type: 'bid', bid: { rank: 3 } }, { type: 'bid', bid: { rank: 2, points: 70 } }];
  assert.deepEqual(parse('bid three', moment({ legal: bids })).action, bids[1]);
  assert.deepEqual(parse('bid 70', moment({ legal: bids })).action, bids[2]);
  assert.deepEqual(parse('bid 85', moment({ legal: bids })).action, { type: 'bid', bid: { points: 85 } });
  assert.deepEqual(parse('pass', moment({ legal: bids })).action, bids[0]);
  const calls = [{ type: 'declare', suit: 'C', rank: 1 }, { type: 'declare', suit: 'O', rank: 1 }];
  assert.deepEqual(parse('call ace of coins', moment({ legal: calls })).action, calls[1]);
  const shown = [{ type: 'declare', suit: 'C' }];
  assert.deepEqual(parse('marriage', moment({ legal: shown })).action, shown[0]);
  assert.deepEqual(parse('cut 17', moment({ legal: [] })).action, { type: 'cut', at: 17 });
});

test('what can be said now is listed, and can be said', () => {
  const now = moment({
    legal: [...HAND.map(play), { type: 'exchange', give: 'O7' }],
    may_offer: ['draw'],
    offer: { seat: 1, what: 'pause', agreed: [1], waits_for: [0] },
  });
  const lines = possible(now);
  for (const line of ['play three of coins', 'exchange', 'agree', 'no', 'draw', 'help']) assert.ok(lines.includes(line), line);
  for (const line of lines) assert.ok(parse(line, now).verb, line);
  assert.ok(!lines.includes('claim'));
  assert.ok(possible({ view: null, waiting: true }).includes('agree'));
});

test('every word that fits must fit the same card', () => {
  assert.deepEqual(cardsLike(['3', 'swords'], HAND), []);
  assert.deepEqual(cardsLike(['3'], HAND), ['O3', 'C3']);
});
