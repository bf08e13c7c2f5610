import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { apart, courses } from '../../static/js/review/courses.js';
import { timelineOf } from '../../static/js/review/timeline.js';
import { tell, whereabouts } from '../../static/js/review/words.js';

const read = (name) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

function matchOf(name) {
  const record = read(name);
  const names = ['Ana', 'Berta', 'Carles', 'David', 'Elena', 'Fidel'].slice(0, record.seats.length);
  return { match: { record, names }, ...timelineOf(record) };
}

for (const name of ['two', 'three', 'four', 'six', 'claim'])
  test(`${name}: every step is a sentence, with names and no holes`, () => {
    const { match, positions } = matchOf(name);
    for (const position of positions) {
      const said = tell(match, position);
      assert.match(said, /^[A-Z].*\.$/, position.hash);
      assert.doesNotMatch(said, /undefined|null|NaN|%\(/, said);
      assert.match(whereabouts(match, position), /^Deal \d/);
    }
  });

test('says who takes a trick, what it is worth, and what is left to draw', () => {
  const { match, positions } = matchOf('four');
  const worth = positions.find(({ kind, deal, trick, draws }) =>
    kind === 'taken' && draws.length && match.record.deals[deal].tricks[trick - 1].points > 1);
  assert.match(tell(match, worth), /^\w+ takes the trick, \d+ points\. \d+ cards left\.$/);
  const last = positions.findLast(({ kind, draws }) => kind === 'taken' && draws.length);
  assert.match(tell(match, last), /draws the turned card, .*\. The stock is gone\.$/);
});

test('says when the clock played, and how the match ended', () => {
  const { match, positions } = matchOf('two');
  const play = positions.find(({ kind }) => kind === 'play');
  const late = { ...play, action: { ...play.action, by: 'clock' } };
  assert.match(tell(match, late), /plays .*\. The clock played it\.$/);
  assert.match(tell(match, positions.at(-1)), /^End of the deal\. .* the match\.$/);
});

test('the plot ends at the points of the record, a claim among them', () => {
  for (const name of ['two', 'six', 'claim']) {
    const record = read(name);
    for (const deal of record.deals) {
      const lines = courses(deal, record.sides);
      assert.deepEqual(lines.map((line) => line.at(-1)), deal.points.sides);
      assert.equal(new Set(lines.map((line) => line.length)).size, 1);
      assert.ok(lines.every((line) => line.every((points, at) => points >= (line[at - 1] ?? 0))));
    }
  }
});

test('labels of the plot keep their distance and their order', () => {
  assert.deepEqual(apart([100, 50]), [100, 50]);
  const near = apart([100, 98, 99]);
  assert.deepEqual([near[0], near[2], near[1]], [100, 86, 72]);
});
