/** The end of a deal and of a match. */
import { html, svg, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { further } from '../further.js';
import { command } from '../intents.js';
import { nameOf, ownSeat, told } from '../seen.js';
import { pointsText, sideName } from '../speech.js';
import { mark } from '../../lib/proofwords.js';
import { page, show, state } from '../store.js';
import { contractResult, extras, sidesPair, sidesTable } from './result.js';

export function ending() {
  const { view, table } = state.value;
  const over = view?.phase === 'deal_over' || view?.phase === 'match_over';
  if (!view || !over || page.value.dismissed || page.value.held || page.value.laid) return nothing;
  const result = view.result;
  const done = view.phase === 'match_over';
  return html`<div class="over">
    <div class="dialog stack" role="dialog" aria-labelledby="end-title" tabindex="-1" id="end-dialog">
      <div class="row">
        <div class="grow">
          <p class="muted">${_('Deal %(n)s', { n: view.deal })}</p>
          <h2 id="end-title">${title()}</h2>
        </div>
        ${view.sides.length > 3 ? nothing : html`<span class="badge hot num">${view.score.join(' – ')}</span>`}
      </div>
      ${result ? story(result) : nothing} ${proven(view.deal)}
      ${done ? html`<p><b>${matchTitle()}</b></p> ${unrated()}` : nothing}
      ${done ? rematchNews() : nothing}
      <div class="row end">
        ${done ? matchButtons(table.match) : dealButtons()}
      </div>
    </div>
  </div>`;
}

/**
 * What this page itself found of the deck, in small.
 * @param {number} deal
 */
function proven(deal) {
  const { proof } = page.value;
  if (proof?.deal !== deal) return nothing;
  return html`<p class="small" role="status" data-proof=${proof.finding?.state ?? 'checking'}>
    ${mark(proof.finding)}
    ${proof.finding?.state === 'bad' ? html`<a href="/fairness/">${_('What this means')}</a>` : nothing}
  </p>`;
}

/**
 * What came of the deal, below its title.
 * @param {import('../protocol.js').Result} result
 */
function story(result) {
  const plain = result.game_points.length === 2 && !result.contract;
  return html`${bar(result)} ${contractResult(result)} ${extras(result)}
  ${result.ended_by === 'all_passed' ? nothing : plain ? sidesPair(result) : sidesTable(result)}`;
}

/**
 * What ended the deal otherwise than by its points; empty where they decide.
 * @param {import('../protocol.js').Result} result
 */
function special(result) {
  if (result.ended_by === 'all_passed') return _('Everybody passed: the next one deals');
  if (result.contract) return further()?.contractEnd(result.contract, told()) ?? '';
  const names = result.game_points
    .flatMap((points, side) => (points > 0 ? [sideName(side, told())] : []))
    .join(', ');
  if (result.ended_by === 'three_killed') return _('Death to the three: the deal goes to %(names)s', { names });
  if (result.ended_by === 'penalty') return _('Told what may not be told: the deal goes to %(names)s', { names });
  if (state.value.view?.unit === 'points')
    return _('The deal: %(points)s', { points: (result.totals ?? result.points.sides).join(' – ') });
  return '';
}

function title() {
  const result = state.value.view?.result;
  if (!result) return _('The match is over');
  const other = special(result);
  if (other) return other;
  const winners = result.game_points.flatMap((points, side) => (points > 0 ? [side] : []));
  const points = result.points.sides.join(' – ');
  if (!winners.length) return _('Nobody wins this deal, %(points)s', { points });
  const names = winners.map((side) => sideName(side, told())).join(', ');
  if (result.tie && winners.length > 1)
    return winners.length === result.game_points.length
      ? _('Level, %(points)s: all win the deal', { points })
      : _('Level, %(points)s: %(names)s win the deal', { points, names });
  const own = ownSeat();
  const ours = own !== null && winners.some((side) => state.value.view?.sides[side]?.includes(own));
  return ours
    ? _('This deal is yours, %(points)s', { points })
    : _('This deal goes to %(names)s, %(points)s', { names, points });
}

function matchTitle() {
  const { view } = state.value;
  if (!view?.winners?.length)
    return view?.ended_by === 'agreed' ? _('The match is drawn by agreement.') : _('The match is drawn.');
  const names = view.winners.map((side) => sideName(side, told())).join(', ');
  const own = ownSeat();
  const ours = own !== null && view.winners.some((side) => view.sides[side]?.includes(own));
  const values = { names, score: view.score.map((one) => String(one).replace('-', '\u2212')).join(' – ') };
  const text = ours
    ? _('You win the match, %(score)s.', values)
    : ngettext(
        '%(names)s wins the match, %(score)s.',
        '%(names)s win the match, %(score)s.',
        winning(view.winners, view.sides),
        values,
      );
  return view.ended_by === 'resigned' ? `${text} ${_('By resignation.')}` : text;
}

/** Why the match is not rated, where that is not known from its beginning. */
function unrated() {
  const words = {
    duplicate: _('Not rated: duplicate matches never are, as both sides see every hand.'),
    same_address: _('Not rated: opponents played from the same internet address.'),
    same_opponent: _(
      "Not rated: a third of the winner's rated matches of the last 14 days are against the same opponent.",
    ),
    early_resignation: _(
      'The win is not rated: the match was resigned before half of the tricks of a deal were played. The loss is.',
    ),
  };
  const text = words[/** @type {keyof typeof words} */ (state.value.table.unrated ?? '')];
  return text ? html`<p class="small muted" data-unrated=${state.value.table.unrated}>${text}</p>` : nothing;
}

/**
 * How many people win.
 * @param {number[]} winners
 * @param {number[][]} all
 */
function winning(winners, all) {
  return winners.reduce((sum, side) => sum + (all[side]?.length ?? 0), 0);
}

/** @param {import('../protocol.js').Result} result */
function bar(result) {
  const points = result.totals ?? result.points.sides;
  const all = points.reduce((sum, one) => sum + one, 0);
  if (points.length !== 2 || result.contract || !all) return nothing;
  const own = ownSeat();
  const first = own === null ? 0 : Math.max(0, (state.value.view?.sides ?? []).findIndex((side) => side.includes(own)));
  const us = ((points[first] ?? 0) * 120) / all;
  const width = Math.max(0, us - 0.4);
  return html`<svg
    class="bar2"
    role="img"
    aria-label=${pointsText(points, told())}
    viewBox="0 0 120 8"
    preserveAspectRatio="none"
  >
    ${svg`<rect class="us" width=${width} height="8"></rect><rect class="them" x=${us + 0.4} width=${Math.max(0, 119.6 - us)} height="8"></rect>`}
  </svg>`;
}

function dealButtons() {
  const { table, tableAt } = state.value;
  const own = ownSeat();
  const next = table.next_in_ms;
  const left = next === null ? null : Math.max(0, Math.ceil((next - (performance.now() - tableAt)) / 1000));
  const ready = own !== null && Boolean(table.seats[own]?.ready);
  return html`
    ${own !== null
      ? html`<button class="btn pri" aria-busy=${ready ? 'true' : nothing} @click=${() => command('next')}>
          ${_('Next deal')}${left === null ? '' : ` · ${left}`}
        </button>`
      : nothing}
    <button class="btn ghost" @click=${() => show({ dismissed: true })}>${_('See the table')}</button>
  `;
}

/** @param {string | null} match */
function matchButtons(match) {
  const own = ownSeat();
  const { table } = state.value;
  const asked = own !== null && table.rematch.includes(own);
  return html`
    ${own !== null
      ? html`<button class="btn pri" aria-busy=${asked ? 'true' : nothing} @click=${() => command('rematch')}>
          ${_('Again with the same')}
        </button>`
      : nothing}
    ${own !== null && table.players > 2 && !asked
      ? html`<button class="btn" @click=${() => command('rematch', { turn: true })}>${_('Again, seats turned')}</button>`
      : nothing}
    ${match ? html`<a class="btn" href="/matches/${match}/">${_('Review the match')}</a>` : nothing}
    <a class="btn ghost" href="/" @click=${() => own !== null && command('stand')}>${_('To the lobby')}</a>
  `;
}

function rematchNews() {
  const names = state.value.table.rematch.filter((seat) => seat !== ownSeat()).map(nameOf);
  if (!names.length) return nothing;
  const turned = state.value.table.rematch.every((seat) => state.value.table.turn?.includes(seat));
  return html`<p class="small muted">
    ${turned
      ? _('%(names)s would play again, with the seats turned.', { names: names.join(', ') })
      : _('%(names)s would play again.', { names: names.join(', ') })}
  </p>`;
}
