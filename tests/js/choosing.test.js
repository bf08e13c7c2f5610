import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choices, fitting, isNear, newest, question, rank, wrongs } from '../../static/js/choosing/choice.js';

test('the question holds the game, the seating and every option that says something', () => {
  /** @type {[string, unknown][]} */
  const fields = [
    ['csrfmiddlewaretoken', 'secret'],
    ['drawn', 'catalan:4'],
    ['preset', 'catalan'],
    ['seating', '4i'],
    ['name', 'The big one'],
    ['o.claim', ''],
    ['o.match.target', '5'],
    ['o.tie.chain', 'most_cards,void'],
    ['o.talk.leak', '  '],
    ['o.file', { size: 1 }],
  ];
  assert.equal(
    question(fields).toString(),
    'drawn=catalan%3A4&preset=catalan&seating=4i&o.match.target=5&o.tie.chain=most_cards%2Cvoid',
  );
});

test('a conflict is said beside both options, sides beside the number of players', () => {
  const found = wrongs([
    { code: 'conflict', option: 'talk.mode', with: 'teams', text: 'One.', undo: [] },
    { code: 'conflict', option: 'open_hands', with: 'talk.mode', text: 'Two.', undo: [] },
    { code: 'bad_value', option: 'claim', with: null, text: 'Three.', undo: [] },
  ]);
  assert.deepEqual(Object.fromEntries(found), {
    'talk.mode': 'One. Two.',
    players: 'One.',
    open_hands: 'Two.',
    claim: 'Three.',
  });
});

test('a problem with one option is said once', () => {
  const same = { code: 'conflict', option: 'claim', with: 'claim', text: 'Once.', undo: [] };
  assert.equal(wrongs([same]).get('claim'), 'Once.');
});

test('a game takes its first seating where the one chosen does not fit', () => {
  assert.equal(fitting('2', ['5']), '5');
  assert.equal(fitting('4i', ['2', '3', '4', '4i']), '4i');
  assert.equal(fitting('2', []), '2');
});

test('a row that is being changed does not move away', () => {
  const matters = new Set(['claim']);
  assert.equal(isNear('claim', matters, null), true);
  assert.equal(isNear('peek.six', matters, null), false);
  assert.equal(isNear('peek.six', matters, 'peek.six'), true);
});

test('a row comes back to its place in the order of the form', () => {
  const order = ['a', 'b', 'c', 'd'];
  assert.equal(rank('b', ['a', 'c', 'd'], order), 1);
  assert.equal(rank('a', ['c'], order), 0);
  assert.equal(rank('d', ['a', 'b'], order), 2);
});

test('only the newest answer counts', async () => {
  /** @type {Map<string, (answer: string) => void>} */
  const waiting = new Map();
  /** @type {string[]} */
  const taken = [];
  const ask = newest(
    (query, signal) =>
      new Promise((resolve, reject) => {
        waiting.set(query, resolve);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    (answer) => taken.push(answer),
  );
  const first = ask('first');
  const second = ask('second');
  waiting.get('first')?.('old');
  waiting.get('second')?.('new');
  await Promise.all([first, second]);
  assert.deepEqual(taken, ['new']);
});

test('an answer that does not come changes nothing', async () => {
  const ask = newest(
    () => Promise.reject(new Error('no connection')),
    () => assert.fail(),
  );
  await ask('anything');
});

test('of the choices that of the game stands once, has no value of its own, and says that it is as usual where another is chosen', () => {
  const values = [
    { value: 'none', words: 'not at all' },
    { value: 'senas', words: 'by signs' },
  ];
  const named = (/** @type {string} */ words) => `${words} (as usual)`;
  assert.deepEqual(choices(values, '', { value: 'none', words: 'not at all' }, named), [
    { value: '', text: 'not at all', selected: true },
    { value: 'senas', text: 'by signs', selected: false },
  ]);
  assert.deepEqual(choices(values, 'none', { value: 'senas', words: 'by signs' }, named), [
    { value: 'none', text: 'not at all', selected: true },
    { value: '', text: 'by signs (as usual)', selected: false },
  ]);
});

test('a usual value that is in no list is put before it', () => {
  const found = choices([{ value: 'void', words: 'nobody' }], '', { value: 'mano,void', words: 'mano' }, (words) => words);
  assert.deepEqual(found.map(({ value, selected }) => [value, selected]), [['', true], ['void', false]]);
});
