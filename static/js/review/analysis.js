/** What the analysis says: of the card at hand, and of the deal as a curve. */
import { html, nothing, svg } from '../lib/lit.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { cardInText, cardName } from '../table/cardnames.js';
import { MARKS, choices, inGamePoints, plays } from './judged.js';
import { reasonInWords } from './reasons.js';
import { narrow } from './room.js';
import { match, position, seat } from './store.js';

const LEFT = 36;
/** Where the curve ends, and how wide all is. */
const WIDE = { right: 676, width: 700 };
const NARROW = { right: 304, width: 320 };
const BOTTOM = 200;
const TOP = 20;

/** Digits behind the point: two of small numbers of game points. @param {number} value */
const digits = (value) => (inGamePoints.value && Math.abs(value) < 10 ? 2 : 1);
/** @param {number} value */
const figure = (value) =>
  value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits(value) });
/** @param {number} points */
const amount = (points) =>
  inGamePoints.value ? _('%(n)s game points', { n: figure(points) }) : _('%(n)s points', { n: figure(points) });
/** @param {number} value */
const percent = (value) => `${Math.round(value * 100)} %`;

/**
 * What a grade is called.
 * @param {string | null} grade
 */
export function gradeName(grade) {
  if (grade === 'error') return _('error');
  if (grade === 'inexact') return _('inexact');
  return grade === 'find' ? _('the only good card') : '';
}

/** What is said of the card that was just played. */
export function verdict() {
  const here = match.value;
  const play = plays.value.get(position.value?.hash ?? '');
  if (!here || !play) return nothing;
  const name = here.names[play.seat] ?? '';
  return html`<section class="panel stack tight" aria-label=${_('What this card was worth')}>
    ${play.judged ? judgement(play.judged, play, name) : html`<p class="small">${_('There was no choice.')}</p>`}
    ${play.line ? line(play.line) : nothing} ${play.open ? opened(play.open) : nothing}
  </section>`;
}

/**
 * @param {import('./judged.js').Judged} judged
 * @param {import('./judged.js').Play} play
 * @param {string} name
 */
function judgement(judged, play, name) {
  const { grade, loss } = judged;
  const said = { name, card: cardInText(play.card), best: cardInText(judged.best) };
  /** @type {string} */
  let text = _('%(name)s plays %(card)s: as good as any, as far as can be told.', said);
  if (loss) {
    text = better(judged, said);
  } else if (grade === 'find') text = _('%(name)s finds the only good card: %(card)s.', said);
  else if (judged.behind === 0) text = _('%(name)s plays the best card: %(card)s.', said);
  return html`<p>
      ${grade ? html`<b class="mk" data-grade=${grade} aria-hidden="true">${MARKS[grade]}</b> ` : nothing}${text}
    </p>
    <div class="scroll-x" tabindex="0" role="region" aria-label=${_('The cards to choose from')}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">${_('Card')}</th>
            <th scope="col" class="r">${expectedWord()}</th>
            <th scope="col" class="r">${_('Lost')}</th>
            <th scope="col" class="r">${_('Wins the deal')}</th>
          </tr>
        </thead>
        <tbody>
          ${judged.cards.map(
            (one) =>
              html`<tr ?data-own=${one.card === play.card}>
                <th scope="row">
                  ${cardName(one.card)}${one.card === play.card ? html` <span class="badge">${_('played')}</span>` : nothing}
                </th>
                <td class="r num">${figure(one.points)}</td>
                <td class="r num">${one.behind ? `${figure(one.behind)}${one.behind_error ? ` ± ${figure(one.behind_error)}` : ''}` : '–'}</td>
                <td class="r num">${percent(one.win)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">
      ${judged.worlds
        ? ngettext(
            'By what %(name)s could know: the mean of %(n)s way in which the hidden cards might have lain.',
            'By what %(name)s could know: the mean of %(n)s ways in which the hidden cards might have lain.',
            judged.worlds,
            { name },
          )
        : _('Nothing was hidden any more: %(name)s could have known this exactly.', { name })}
    </p>`;
}

/**
 * What a card lost, and which is better.
 * @param {import('./judged.js').Judged} judged
 * @param {{name: string, card: string, best: string}} said
 * @returns {string}
 */
function better(judged, said) {
  const lost = _('%(name)s plays %(card)s and loses %(points)s.', { ...said, points: amount(judged.loss) });
  const why = judged.why ? reasonInWords(judged.why.code, judged.why.points) : '';
  return `${lost} ${why ? _('Better: %(best)s; %(why)s', { ...said, why }) : _('Better: %(best)s.', said)}`;
}

/** @param {import('./judged.js').Line} told */
function line(told) {
  const here = match.value;
  if (!here) return nothing;
  const cards = told.plays.map((play) => `${here.names[play.seat] ?? ''}: ${cardInText(play.card)}`).join(' · ');
  return html`<p class="small">
    ${_('With the better card and the cards as they lay: %(line)s.', { line: cards })} ${ending(told)}
  </p>`;
}

/**
 * How a line ends.
 * @param {import('./judged.js').Line} told
 * @returns {string}
 */
function ending(told) {
  if (told.ended_by === 'three_killed') return _('The three is killed in the end.');
  if (told.contract) return _("In the end the caller's side has %(made)s of %(target)s points.", told.contract);
  return _('In the end %(points)s.', { points: told.points.join('–') });
}

/** @param {{best: string, best_points: number, points: number}} open */
function opened(open) {
  const told = { best: open.best_points, points: open.points, card: cardInText(open.best) };
  return html`<p class="small muted">
    ${_('For the curious:')}
    ${open.best_points === open.points
      ? _('with all cards open, stock included, it allowed no more than %(points)s points.', told)
      : _('with all cards open, stock included, %(card)s allowed %(best)s points, this card %(points)s. Nobody could know.', told)}
  </p>`;
}

/** Heads what a card was expected to bring. */
const expectedWord = () => (inGamePoints.value ? _('Expected game points') : _('Expected points'));

/** What the curve shows of a choice: card points, or where game points count the chance to win. */
const height = (/** @type {import('./judged.js').Judged} */ judged) =>
  inGamePoints.value ? 100 * judged.win : judged.points;

/**
 * @param {number} first
 * @param {number} last
 * @returns {string} the curve in a sentence, for who does not see it
 */
function inWords(first, last) {
  return inGamePoints.value
    ? _('The chance to win the deal goes from %(first)s to %(last)s. The table has every choice.', {
        first: percent(first / 100),
        last: percent(last / 100),
      })
    : _('From %(first)s to %(last)s expected points. The table has every choice.', {
        first: figure(first),
        last: figure(last),
      });
}

/** How what the seat that is shown could expect went up and down, with marks where it chose badly. */
export function curve() {
  const { right, width } = narrow.value ? NARROW : WIDE;
  const here = match.value;
  const now = position.value;
  const deal = here?.record.deals[now?.deal ?? 0];
  if (!here || !now || !deal) return nothing;
  const chosen = choices(deal.number);
  if (chosen.length < 2) return nothing;
  const name = here.names[seat.value] ?? '';
  const last = Math.max(...chosen.map(({ play }) => play.trick));
  const x = (/** @type {number} */ trick) => LEFT + ((right - LEFT) * (trick - 1)) / Math.max(1, last - 1);
  const steps = inGamePoints.value ? [0, 25, 50, 75, 100] : [0, 30, 60, 90, 120];
  const most = Math.max(steps.at(-1) ?? 0, ...chosen.map(({ judged }) => height(judged)));
  const y = (/** @type {number} */ points) => BOTTOM - ((BOTTOM - TOP) * points) / most;
  const path = chosen
    .map(({ play, judged }, at) => `${at ? 'L' : 'M'}${x(play.trick).toFixed(1)} ${y(height(judged)).toFixed(1)}`)
    .join('');
  const marked = chosen.filter(({ judged }) => judged.grade);
  const [first, latest] = [chosen[0], chosen.at(-1)];
  const label = first && latest ? inWords(height(first.judged), height(latest.judged)) : '';
  const reached = Math.min(now.trick, last);
  return html`<div class="panel stack tight">
    <h2 class="h3" id="h-curve">${_('What %(name)s could expect', { name })}</h2>
    <div class="scroll-x" tabindex="0" role="region" aria-labelledby="h-curve">
      <svg class="plot" viewBox="0 0 ${width} 222" role="group" aria-label=${label}>
        ${steps.map(
          (points) =>
            svg`<path class="g" d="M${LEFT} ${y(points)}H${right}"></path><text x="28" y=${y(points) + 4} text-anchor="end">${points}</text>`,
        )}
        ${Array.from({ length: last }, (_all, at) =>
          at % 2 === 0 ? svg`<text x=${x(at + 1)} y="218" text-anchor="middle">${at + 1}</text>` : nothing,
        )}
        <path class="b" d=${path}></path>
        <path class="now" d="M${x(reached)} ${TOP - 8}V${BOTTOM}"></path>
        ${marked.map(({ play, judged }) => mark(play, judged, x(play.trick), y(height(judged))))}
      </svg>
    </div>
    <details>
      <summary>${_('Every choice as a table')}</summary>
      ${table(chosen)}
    </details>
  </div>`;
}

/**
 * @param {import('./judged.js').Play} play
 * @param {import('./judged.js').Judged} judged
 * @param {number} x
 * @param {number} y
 */
function mark(play, judged, x, y) {
  const grade = judged.grade ?? 'find';
  const said = _('Trick %(trick)s: %(card)s, %(grade)s', {
    trick: play.trick,
    card: cardInText(play.card),
    grade: gradeName(grade),
  });
  return svg`<a href="#${play.at}" aria-label=${said}
    ><circle cx=${x} cy=${y} r="5" class=${grade}></circle
    ><text x=${x} y=${y - 9} text-anchor="middle" class=${grade}>${MARKS[grade]}</text></a>`;
}

/** @param {{play: import('./judged.js').Play, judged: import('./judged.js').Judged}[]} chosen */
function table(chosen) {
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${_('Every choice as a table')}>
    <table class="data">
      <thead>
        <tr>
          <th scope="col">${_('Trick')}</th>
          <th scope="col">${_('Card')}</th>
          <th scope="col" class="r">${expectedWord()}</th>
          <th scope="col">${_('Best card')}</th>
          <th scope="col" class="r">${_('Lost')}</th>
        </tr>
      </thead>
      <tbody>
        ${chosen.map(
          ({ play, judged }) =>
            html`<tr>
              <th scope="row"><a href="#${play.at}">${play.trick}</a></th>
              <td>${cardName(play.card)}${judged.grade ? html` <b class="mk">${MARKS[judged.grade]}</b><span class="sr"> ${gradeName(judged.grade)}</span>` : nothing}</td>
              <td class="r num">${figure(judged.points)}</td>
              <td>${judged.loss ? cardName(judged.best) : nothing}</td>
              <td class="r num">${judged.loss ? figure(judged.loss) : '–'}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Put the marks into the list of moves, which the server wrote. */
export function markList() {
  for (const play of plays.value.values()) {
    const grade = play.judged?.grade;
    const link = grade && document.querySelector(`.deal a[href="#${CSS.escape(play.at)}"]`);
    if (!grade || !link || link.querySelector('[data-grade]')) continue;
    const sign = document.createElement('b');
    sign.className = 'mk';
    sign.dataset['grade'] = grade;
    sign.setAttribute('aria-hidden', 'true');
    sign.textContent = MARKS[grade];
    const words = document.createElement('span');
    words.className = 'sr';
    words.textContent = `, ${gradeName(grade)}`;
    link.append(sign, words);
  }
}
