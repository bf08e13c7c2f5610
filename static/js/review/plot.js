/** Points trick by trick, as steps; one's own side stands out. */
import { html, nothing, svg } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';
import { spreadLabels, pointSeries } from './point_series.js';
import { narrow } from './screen_width.js';
import { match, position, seat } from './store.js';

const LEFT = 36;
/** Where lines end, how wide all is, and how many letters of a name have room behind them. */
const WIDE = { right: 676, width: 824, letters: 16 };
const NARROW = { right: 210, width: 320, letters: 10 };
const BOTTOM = 200;
const TOP = 20;

export function plot() {
  const { right, width, letters } = narrow.value ? NARROW : WIDE;
  const now = position.value;
  const here = match.value;
  const deal = here?.record.deals[now?.deal ?? 0];
  if (!now || !here || !deal?.tricks.length) return nothing;
  const { sides } = here.record;
  const lines = pointSeries(deal, sides);
  const steps = Math.max(...lines.map((line) => line.length)) - 1;
  const most = Math.max(60, ...lines.flat());
  const x = (/** @type {number} */ step) => LEFT + ((right - LEFT) * step) / Math.max(1, steps);
  const y = (/** @type {number} */ points) => BOTTOM - ((BOTTOM - TOP) * points) / most;
  const names = sides.map((side) => side.map((member) => here.names[member]).join(', '));
  const path = (/** @type {number[]} */ line) =>
    line.map((points, at) => (at ? `H${x(at).toFixed(1)}V${y(points).toFixed(1)}` : `M${LEFT} ${y(points).toFixed(1)}`)).join('');
  const places = spreadLabels(lines.map((line) => y(line.at(-1) ?? 0) + 4));
  const reached = now.kind === 'end' || now.kind === 'claim' ? steps : now.kind === 'taken' ? now.trick : now.trick - 1;
  const label = names.map((name, at) => `${name} ${lines[at]?.at(-1) ?? 0}`).join(', ');
  return html`<div class="panel stack tight">
    <h2 class="h3" id="h-plot">${_('Points, trick by trick')}</h2>
    <div class="scroll-x" tabindex="0" role="region" aria-labelledby="h-plot">
      <svg class="plot" viewBox="0 0 ${width} 222" role="img" aria-label=${_('Points at the end: %(points)s. The moves have them trick by trick.', { points: label })}>
        ${[0, 30, 60, 90, 120]
          .filter((points) => points <= most)
          .map(
            (points) =>
              svg`<path class="g" d="M${LEFT} ${y(points)}H${right}"></path><text x="28" y=${y(points) + 4} text-anchor="end">${points}</text>`,
          )}
        ${Array.from({ length: steps }, (_all, at) =>
          steps <= 10 || at % 2 === 0
            ? svg`<text x=${x(at + 0.5)} y="218" text-anchor="middle">${at + 1}</text>`
            : nothing,
        )}
        ${lines.map((line, side) => svg`<path class=${sides[side]?.includes(seat.value) ? 'b' : 'a'} d=${path(line)}></path>`)}
        <path class="now" d="M${x(reached)} ${TOP - 8}V${BOTTOM}"></path>
        ${names.map(
          (name, side) =>
            svg`<text x=${right + 6} y=${places[side] ?? 0}>${name.length > letters ? `${name.slice(0, letters - 1)}…` : name} ${lines[side]?.at(-1)}</text>`,
        )}
      </svg>
    </div>
  </div>`;
}
