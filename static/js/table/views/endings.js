/** The end of a deal and of a match: each headed by its own result, as its reader sees it. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { isSimple } from '../../lib/simple_view.js';
import { mark } from '../../lib/proof_texts.js';
import { dealTitle, decidingTexts, endingText, goneTexts, matchTitle, seriesText } from '../speech/deal_texts.js';
import { ownSide, scoreText, winnersOf } from '../speech/end_texts.js';
import { command } from '../input/intents.js';
import { data } from '../page_data.js';
import { isPerson } from '../speech/waiting_texts.js';
import { nameOf, ownSeat, sidesShown, speechContext } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { hostPanel } from './hosting.js';
import { followButton, matchLines } from './match_lines.js';
import { tableRules } from './menu.js';
import { avatar } from './parts.js';
import { bar, contractResult, deals, extras, sidesTable, took } from './result.js';

export function ending() {
  const { view, table } = state.value;
  if (page.value.dismissed || page.value.held || page.value.laid) return nothing;
  if (table.ended?.ended_by === 'abandoned') return matchEnd();
  if (view?.phase === 'match_over') return matchEnd();
  return view?.phase === 'deal_over' ? dealEnd(view) : nothing;
}

/** @param {import('../protocol.js').View} view */
function dealEnd(view) {
  const { result } = view;
  const winners = result ? winnersOf(result) : [];
  return html`<div class="over bottom" data-means="deal">
    <div class="dialog end2 end-s stack" role="dialog" aria-labelledby="end-title" id="end-dialog">
      <div class="row">
        <div class="grow">
          <p class="over-t">${_('Deal %(n)s', { n: view.deal })}${standing(view)}</p>
          <h2 class="h3" id="end-title" tabindex="-1">
            ${result ? dealTitle(result, speechContext(), view.unit) : _('The match is over')}
          </h2>
        </div>
      </div>
      ${result ? dealStory(result, winners) : nothing} ${proven(view.deal)}
      <div class="end">${dealButtons()}</div>
    </div>
  </div>`;
}

/**
 * Return how the match stands, and where it ends: " · 1 to 1, to 3".
 * @param {import('../protocol.js').View} view
 */
function standing(view) {
  const event = state.value.table.tournament;
  if (event) return ` · ${_('%(name)s, round %(round)s of %(rounds)s', { name: event.name, round: event.round, rounds: event.rounds })}`;
  if (view.sides.length !== 2) return '';
  const score = scoreText(view.score, speechContext());
  return view.target ? ` · ${_('%(score)s, first to %(target)s', { score, target: view.target })}` : ` · ${score}`;
}

/**
 * Draw what came of the deal, below its title.
 * @param {import('../protocol.js').Result} result
 * @param {number[]} winners
 */
function dealStory(result, winners) {
  if (result.ended_by === 'all_passed') return nothing;
  const plain = result.game_points.length === 2 && !result.contract;
  return html`${plain ? bar(figures(result), winners) : nothing} ${contractResult(result)} ${extras(result)}
  ${plain ? nothing : sidesTable(result)} ${took(winners)}`;
}

/** @param {import('../protocol.js').Result} result */
const figures = ({ totals, points }) => (totals?.length ? totals : points.sides);

/**
 * Draw what this page itself found of the deck of the deal, in small.
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

function dealButtons() {
  const { table, tableAt } = state.value;
  const own = ownSeat();
  const next = table.next_in_ms;
  const left = next === null ? null : Math.max(0, Math.ceil((next - (performance.now() - tableAt)) / 1000));
  const ready = own !== null && Boolean(table.seats[own]?.ready);
  return html`
    ${own !== null
      ? html`<button class="btn pri" aria-busy=${ready ? 'true' : nothing} @click=${() => command('next')}>
          ${_('Next deal')}${left === null ? nothing : html` <span class="sub num">· ${left}</span>`}
        </button>`
      : nothing}
    ${isSimple && own !== null ? nothing : html`<button class="btn ghost" @click=${() => show({ dismissed: true })}>${_('See the table')}</button>`}
  `;
}

function matchEnd() {
  const { view, table } = state.value;
  const end = {
    winners: view?.winners ?? null,
    score: view?.score ?? table.sides.map(() => 0),
    ended_by: table.ended?.ended_by ?? view?.ended_by ?? null,
  };
  const daily = table.ended?.daily ?? null;
  const winners = end.winners ?? [];
  return html`<div class="over bottom" data-means="match">
    <div class="dialog end2 stack" role="dialog" aria-labelledby="end-title" id="end-dialog" data-match-end>
      <div class="row res">
        <div class="grow">
          <p class="over-t">${eyebrow(end.ended_by)}</p>
          <h2 id="end-title" tabindex="-1">${daily ? dailyTitle(end.score, daily.par) : matchTitle(end, speechContext())}</h2>
        </div>
        <span class="avas" aria-hidden="true">${faces(winners).map((seat) => avatar(state.value.table.seats[seat] ?? { player: nameOf(seat), face: null }))}</span>
      </div>
      ${goneLines(end)} ${decidingLine(end)} ${deals()} ${lastDeal(winners)} ${matchLines()} ${rematchNews()}
      ${hostPanel()}
      ${end.ended_by === 'abandoned' ? nothing : guestLine()}
      <div class="end">${daily ? dailyButtons(daily.day) : table.tournament ? tournamentButtons(table.tournament.url) : matchButtons()}</div>
    </div>
  </div>`;
}

/** Say to a guest how to keep what was played. */
function guestLine() {
  const own = ownSeat();
  if (own === null || state.value.table.seats[own]?.kind !== 'guest') return nothing;
  return html`<p class="small muted">
    ${_('You play as a guest.')} <a href="/accounts/signup/">${_('Create an account to keep your matches')}</a>
  </p>`;
}

/**
 * Draw whose absence ended the match; nothing where it was played to its end.
 * @param {import('../speech/end_texts.js').MatchEnd} end
 */
function goneLines(end) {
  return goneTexts(end, state.value.table.ended?.gone ?? [], speechContext()).map((text) => html`<p data-gone>${text}</p>`);
}

/**
 * Draw what decides a game of a tournament, which need not be who won at this table.
 * @param {import('../speech/end_texts.js').MatchEnd} end
 */
function decidingLine({ ended_by }) {
  const event = state.value.table.tournament;
  if (!event || ended_by === 'abandoned') return nothing;
  const texts = decidingTexts(event);
  return texts.length ? html`<p class="small" data-decides>${texts.join(' ')}</p>` : nothing;
}

/**
 * Return the seats whose faces stand by the title: of the two sides, one's own first.
 * @param {number[]} winners
 */
function faces(winners) {
  const order = sidesShown(winners);
  return order.length === 2 ? order.flatMap((side) => speechContext().sides[side] ?? []) : [];
}

/**
 * Draw what was played, how long, and how it ended where the score does not say it.
 * @param {string | null} endedBy
 */
function eyebrow(endedBy) {
  const { seconds } = state.value.table.ended ?? {};
  const minutes = seconds ? Math.max(1, Math.round(seconds / 60)) : 0;
  const { title, kind } = tableRules();
  return html`${title}${kind ? html`<span class="wide">, ${kind}</span>` : nothing}${minutes
    ? html` · <span class="num">${ngettext('%(n)s min', '%(n)s min', minutes)}</span>`
    : nothing}${endingText(endedBy) ? ` · ${endingText(endedBy)}` : nothing}`;
}

/**
 * Draw what the last deal adds to the story of the match: its contract, its extras, its briscas.
 * @param {number[]} winners of the match
 */
function lastDeal(winners) {
  const result = state.value.view?.result;
  if (!result || result.ended_by === 'all_passed') return nothing;
  return html`${contractResult(result)} ${extras(result)} ${result.contract ? sidesTable(result) : nothing} ${took(winners)}`;
}

/**
 * Return what one made of the deal of the day, beside what the bots make of the same cards.
 * @param {number[]} score
 * @param {number | null} par
 */
function dailyTitle(score, par) {
  const own = score[ownSide(speechContext())] ?? 0;
  return par === null
    ? ngettext('%(n)s point', '%(n)s points', own)
    : ngettext('%(n)s point, par is %(par)s', '%(n)s points, par is %(par)s', own, { par });
}

/** @param {string} day */
function dailyButtons(day) {
  return html`<a class="btn pri" href="/daily/${day}/">${_('See the results')}</a>
    <a class="btn ghost" href="/">${_('To the lobby')}</a>`;
}

/** @param {string} url */
function tournamentButtons(url) {
  return html`<a class="btn pri" href=${url}>${_('To the tournament')}</a>
    <a class="btn ghost" href="/">${_('To the lobby')}</a>`;
}

function matchButtons() {
  const { table } = state.value;
  const own = ownSeat();
  const asked = own !== null && table.rematch.includes(own);
  // a newcomer is led to the page after the match, at most once a day
  const leads = own !== null && data.leads_after_match && table.match;
  const series = seriesText(table.ended?.series ?? [], speechContext());
  if (isSimple) return simpleButtons(asked);
  return html`
    ${own !== null
      ? html`<button class="btn pri" aria-busy=${asked ? 'true' : nothing} @click=${() => command('rematch')}>
          ${_('Play again')}${series ? html` <span class="sub num">· ${series}</span>` : nothing}
        </button>`
      : nothing}
    ${own !== null && table.players > 2 && !asked
      ? html`<button class="btn" @click=${() => command('rematch', { turn: true })}>${_('Again, seats turned')}</button>`
      : nothing}
    ${table.match && state.value.view
      ? html`<a class="btn" href="/matches/${table.match}/">${_('Review the match')}</a>`
      : nothing}
    ${followButton()}
    ${own !== null && table.seats.some((seat, at) => at !== own && isPerson(seat) && !(seat.connected && !seat.substitute))
      ? html`<a class="btn ghost" href="/people/">${_('Invite them again')}</a>`
      : nothing}
    <a
      class="btn ghost"
      href=${leads ? `/after/${table.match}/` : '/'}
      @click=${() => own !== null && command('stand')}
      >${_('To the lobby')}</a
    >
  `;
}

/**
 * Draw the two ways on from a match in the simple view.
 * @param {boolean} asked whether one has asked for another match
 */
function simpleButtons(asked) {
  const own = ownSeat();
  return html`
    ${own !== null
      ? html`<button class="btn pri" aria-busy=${asked ? 'true' : nothing} @click=${() => command('rematch')}>${_('Play again')}</button>`
      : nothing}
    <a class="btn" href="/" @click=${() => own !== null && command('stand')}>${_('Home')}</a>
  `;
}

function rematchNews() {
  const names = state.value.table.rematch.filter((seat) => seat !== ownSeat()).map(nameOf);
  if (!names.length) return nothing;
  const turned = state.value.table.rematch.every((seat) => state.value.table.turn?.includes(seat));
  const values = { names: new Intl.ListFormat(document.documentElement.lang).format(names) };
  return html`<p class="small muted" role="status">
    ${turned
      ? ngettext(
          '%(names)s already wants another, with the seats turned.',
          '%(names)s already want another, with the seats turned.',
          names.length,
          values,
        )
      : ngettext('%(names)s already wants another.', '%(names)s already want another.', names.length, values)}
  </p>`;
}
