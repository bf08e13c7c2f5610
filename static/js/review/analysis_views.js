/** What the analysis says of a deal: as a curve, as a table, and as marks in the list of moves. */
import { html, nothing, svg } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { cardInText, cardName } from '../table/speech/cardnames.js';
import { MARKS, analysis, choices, decisions, gradeName, inGamePoints, plays } from './analysis_store.js';
import { decisionTitle, optionText } from './decisions.js';
import { narrow } from './screen_width.js';
import { match, position, seat } from './store.js';
import { cardOf } from './timeline.js';
import { figure, percent, shortCost } from './values.js';

const LEFT = 36;
/** Where the curve ends, and how wide all is. */
const WIDE = { right: 676, width: 700 };
const NARROW = { right: 304, width: 320 };
const BOTTOM = 200;
const TOP = 20;

/** Return the heading of what a card was expected to bring. */
const expectedWord = () => (inGamePoints.value ? _('Expected game points') : _('Expected points'));

/** Return what the curve shows of a choice: card points, or where game points count the chance to win. */
const height = (/** @type {import('./analysis_store.js').Judged} */ judged) =>
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

/** Return how what the seat that is shown could expect went up and down, with marks where it chose badly. */
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
      ${table(chosen)} ${decisionTable(deal.number)}
    </details>
  </div>`;
}

/**
 * @param {import('./analysis_store.js').Play} play
 * @param {import('./analysis_store.js').Judged} judged
 * @param {number} x
 * @param {number} y
 */
function mark(play, judged, x, y) {
  const grade = judged.grade ?? 'find';
  const said = _('Trick %(trick)s: %(card)s, %(grade)s', {
    trick: play.trick,
    card: cardInText(play.card),
    grade: gradeName(grade).toLowerCase(),
  });
  return svg`<a href="#${play.at}" aria-label=${said}
    ><circle cx=${x} cy=${y} r="5" class=${grade}></circle
    ><text x=${x} y=${y - 9} text-anchor="middle" class=${grade}>${MARKS[grade]}</text></a>`;
}

/** @param {{play: import('./analysis_store.js').Play, judged: import('./analysis_store.js').Judged}[]} chosen */
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
              <td>${cardName(play.card)}${markOf(judged.grade)}</td>
              <td class="r num">${figure(judged.points)}</td>
              <td>${judged.loss ? cardName(judged.best) : nothing}</td>
              <td class="r num">${shortCost(judged)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/**
 * Return the decisions of a deal that played no card, of the seat that is shown.
 * @param {number} number of the deal
 */
function besideCards(number) {
  const deal = analysis.value?.deals.find((one) => one.number === number);
  return (deal?.decisions ?? []).filter((one) => one.seat === seat.value);
}

/**
 * Draw the decisions of a deal that played no card, as a table.
 * @param {number} number of the deal
 */
function decisionTable(number) {
  const found = besideCards(number);
  const byPoints = match.value?.record.rules['auction.kind'] === 'points';
  if (!found.length) return nothing;
  return html`<div class="scroll-x" tabindex="0" role="region" aria-label=${_('Decisions without a card')}>
    <table class="data">
      <caption class="sr">${_('Decisions without a card')}</caption>
      <thead>
        <tr>
          <th scope="col">${_('Decision')}</th>
          <th scope="col">${_('Choice')}</th>
          <th scope="col">${_('Best choice')}</th>
          <th scope="col" class="r">${_('Lost')}</th>
        </tr>
      </thead>
      <tbody>
        ${found.map(
          (one) =>
            html`<tr>
              <th scope="row"><a href="#${one.at}">${decisionTitle(one)}</a></th>
              <td>${optionText(one, one.chosen, byPoints)}${markOf(one.judged.grade)}</td>
              <td>${one.judged.loss ? optionText(one, one.judged.best, byPoints) : nothing}</td>
              <td class="r num">${shortCost(/** @type {any} */ (one.judged))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Draw the mark of a grade with its name. @param {import('./analysis_store.js').Judged['grade']} grade */
function markOf(grade) {
  if (!grade) return nothing;
  return html` <b class="mk" data-grade=${grade} aria-hidden="true">${MARKS[grade]}</b><span class="sr">, ${gradeName(grade)}</span>`;
}

/** Put the marks into the list of moves, which the server wrote. */
export function markList() {
  for (const made of [...plays.value.values(), ...decisions.value.values()]) {
    const grade = made.judged?.grade;
    // A marriage that was not shown, or a sign that was not made, has its mark at a card.
    const link = grade && document.querySelector(`.deal a[href="#${CSS.escape(cardOf(made.at))}"]`);
    if (!grade || !link || link.querySelector(`[data-at="${CSS.escape(made.at)}"]`)) continue;
    const sign = document.createElement('b');
    sign.className = 'mk';
    sign.dataset['grade'] = grade;
    sign.dataset['at'] = made.at;
    sign.setAttribute('aria-hidden', 'true');
    sign.textContent = MARKS[grade];
    const words = document.createElement('span');
    words.className = 'sr';
    const about = 'kind' in made ? `${decisionTitle(made)}: ` : '';
    words.textContent = `, ${about}${gradeName(grade).toLowerCase()}`;
    link.append(sign, words);
  }
}
