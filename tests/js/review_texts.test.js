import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setPack } from '../../static/js/table/speech/cardnames.js';
import { spreadLabels, pointSeries } from '../../static/js/review/point_series.js';
import { timelineOf } from '../../static/js/review/timeline.js';
import { positionText, whereabouts } from '../../static/js/review/texts.js';
import { fetchContractTexts, fetchLateTexts } from '../../static/js/table/speech/fetch_texts.js';

await fetchContractTexts({}, true);
await fetchLateTexts();

const read = (name) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

function matchOf(name) {
  const record = read(name);
  setPack(record.rules);
  const names = ['Ana', 'Berta', 'Carles', 'David', 'Elena', 'Fidel'].slice(0, record.seats.length);
  return { match: { record, names }, ...timelineOf(record) };
}

const NAMES = readdirSync(new URL('fixtures/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''));

/** What is said of the first position of a kind, or of the first that `wanted` picks. */
function saidOf(name, wanted) {
  const { match, positions } = matchOf(name);
  const picks = typeof wanted === 'string' ? ({ kind }) => kind === wanted : wanted;
  return positionText(match, positions.find(picks));
}

for (const name of NAMES)
  test(`${name}: every step is a sentence, with names and no holes`, () => {
    const { match, positions } = matchOf(name);
    for (const position of positions) {
      const said = positionText(match, position);
      assert.match(said, /^[A-Z].*[.?”]$/, position.hash);
      assert.doesNotMatch(said, /undefined|null|NaN|%\(/, said);
      assert.match(whereabouts(match, position), /^Deal \d/);
    }
  });

test('says who takes a trick, what it is worth, and what is left to draw', () => {
  const { match, positions } = matchOf('four');
  const worth = positions.find(({ kind, deal, trick, draws }) =>
    kind === 'taken' && draws.length && match.record.deals[deal].tricks[trick - 1].points > 1);
  assert.match(positionText(match, worth), /^\w+ takes the trick, \d+ points\. \d+ cards left\.$/);
  const last = positions.findLast(({ kind, draws }) => kind === 'taken' && draws.length);
  assert.match(positionText(match, last), /draws the turned card, .*\. The stock is gone\.$/);
});

test('says when the clock played, and how the match ended', () => {
  const { match, positions } = matchOf('two');
  const play = positions.find(({ kind }) => kind === 'play');
  const late = { ...play, action: { ...play.action, by: 'clock' } };
  assert.match(positionText(match, late), /plays .*\. The clock played it\.$/);
  assert.match(positionText(match, positions.at(-1)), /^End of the deal\. .* the match, \d+ to \d+\.$/);
});

test('the plot ends at the points of the record, a claim among them', () => {
  for (const name of NAMES) {
    const record = read(name);
    for (const deal of record.deals) {
      const lines = pointSeries(deal, record.sides);
      assert.deepEqual(lines.map((line) => line.at(-1)), deal.points.sides);
      assert.equal(new Set(lines.map((line) => line.length)).size, 1);
      assert.ok(lines.every((line) => line.every((points, at) => points >= (line[at - 1] ?? 0))));
    }
  }
});

test('labels of the plot keep their distance and their order', () => {
  assert.deepEqual(spreadLabels([100, 50]), [100, 50]);
  const near = spreadLabels([100, 98, 99]);
  assert.deepEqual([near[0], near[2], near[1]], [100, 86, 72]);
});

// -- the other games ----------------------------------------------------------------------------

test('says who bids, who wins the auction and who holds the called card', () => {
  const { match, positions } = matchOf('chiamata');
  const won = positions.find(({ contract }) => contract);
  assert.match(positionText(match, won), /^\w+ passes\. \w+ wins the auction with .+: \d+ points to make\.$/);
  const call = positions.find(({ kind }) => kind === 'call');
  assert.match(positionText(match, call), /^\w+ calls .+\. Trumps: \w+\. \w+ holds it, which nobody else knows\.$/);
  assert.match(saidOf('alone', 'call'), /It is a card of their own, which nobody else knows\.$/);
  assert.match(saidOf('chiamata', ({ events }) => events[0]?.type === 'partner_revealed'), /is the partner\.$/);
  assert.match(whereabouts(match, won), /^Deal 1, auction$/);
});

test('says what the talon was, what was put away and that the contract was made or not', () => {
  assert.match(saidOf('rematada', ({ contract }) => contract), /takes the two cards: .+, .+\.$/);
  const { match, positions } = matchOf('rematada');
  const put = positions.find(({ kind }) => kind === 'discard');
  assert.match(positionText(match, put), /puts away 2 cards/);
  const end = positions.find(({ kind, contract }) => kind === 'end' && contract);
  assert.match(positionText(match, end), /(makes it|does not make it): \d+ of \d+ points\. .*[+−]?\d+.*\. /);
  assert.match(saidOf('passed', ({ kind, contract, bids }) => kind === 'end' && !contract && bids.length), /^Everybody passes/);
});

test('losses have a minus', () => {
  assert.match(saidOf('chiamata', ({ kind, contract }) => kind === 'end' && contract), /\w+ −\d/);
});

test('says what counted beside the cards', () => {
  assert.match(saidOf('mariaje', 'end'), /king and knight of \w+, [24]0 points\./);
  const { match, positions } = matchOf('rematada');
  const said = positions.filter(({ kind }) => kind === 'end').map((end) => positionText(match, end));
  assert.ok(said.some((one) => /the last trick, 10 points\./.test(one)), said.join());
  assert.match(saidOf('none_yet', 'marriage'), /^Trumps: \w+\. \w+ shows king and knight of \w+, 40 points\.$/);
});

test('says that a trick had no trumps', () => {
  assert.match(saidOf('dark', 'taken'), /takes the trick.*There were no trumps yet\./);
  assert.doesNotMatch(saidOf('judged_later', 'taken'), /no trumps/);
});

test('says who killed the three, who drew the highest card, and who was looked at', () => {
  assert.match(saidOf('muerte', ({ events }) => events.some(({ type }) => type === 'three_killed')), /kills the three of \w+\. The deal is over\./);
  assert.match(saidOf('signs', 'start'), /^Cards are drawn for the deal\. Ana: .+ has the highest and deals\. Deal 1\./);
  assert.match(saidOf('signs', 'look'), /^\w+ looks at \w+\.$/);
  assert.match(saidOf('asking', 'peek'), /^\w+ looks at the cards of \w+\.$/);
});

test('says what a sign was, what it meant and who saw it', () => {
  const { match, positions } = matchOf('signs');
  const signs = positions.filter(({ kind }) => kind === 'sign');
  for (const sign of signs) {
    const { seen_by } = sign.action;
    const names = seen_by.map((seat) => match.names[seat]).join(', ');
    const seen = seen_by.length ? `${names} see${seen_by.length > 1 ? '' : 's'} it.` : 'Nobody sees it.';
    assert.ok(positionText(match, sign).endsWith(` ${seen}`), positionText(match, sign));
    assert.match(positionText(match, sign), /^\w+ .+\. Sign of \w+: .+[.?] /);
  }
  assert.equal(new Set(signs.map(({ action }) => action.seen_by.length)).size > 1, true);
});

test('says what was asked, answered and said, and who was warned', () => {
  assert.match(saidOf('asking', 'ask'), /^\w+ asks \w+: Have you got .+\?$/);
  assert.match(saidOf('asking', 'answer'), /^\w+ answers: (yes|no)\.$/);
  assert.match(saidOf('talking', 'say'), /^\w+ says: “.+”$/);
  assert.match(saidOf('warned', 'say'), /is warned/);
  assert.match(saidOf('penalty', 'say'), /loses the deal\.$/);
});
