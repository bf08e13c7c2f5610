/** What stands under the score of a match: its rating, luck and play, the decks, whom to follow. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { mark } from '../../lib/proof_texts.js';
import { signal } from '../../lib/signals.js';
import { unratedText } from '../speech/deal_texts.js';
import { ownSide } from '../speech/end_texts.js';
import { luckOf } from '../state/match_luck.js';
import { nameOf, ownSeat, speechContext } from '../state/selectors.js';
import { signed } from '../speech/sentences.js';
import { page, state } from '../state/store.js';
import { nextLine } from '../watch_next.js';
import { tableRules } from './menu.js';
import { icon } from './parts.js';

export function matchLines() {
  return html`<div class="lines">${ratingLine()} ${luckLine()} ${deckLine()} ${likeLine()} ${followLine()} ${nextLine()}</div>`;
}

/** Draw how one's rating moved, or why it did not; its place is kept while the server has not said. */
function ratingLine() {
  const { table } = state.value;
  const own = ownSeat();
  const { ended } = table;
  if (own === null || table.status === 'lesson' || ended?.daily) return nothing;
  const line = (/** @type {unknown} */ words) =>
    html`<p data-rating>${icon('trophy')}<span>${tableRules().pool}</span><span class="push num">${words}</span></p>`;
  if (!ended) return line(html`<span class="muted">${_('Working it out…')}</span>`);
  const moved = ended.ratings[own];
  if (!moved) {
    const why = unratedText(table.unrated);
    return html`<p data-unrated=${table.unrated ?? ''}>
      ${icon('trophy')}<span>${why ? _('Not rated: %(why)s', { why }) : _('Not rated')}</span>
    </p>`;
  }
  const change = moved.after - moved.before;
  return line(
    html`${moved.before} → <b class="num">${moved.after}</b> <small>± ${moved.deviation}</small>
      <span class=${change < 0 ? 'dn' : 'up'}>${signed(change)}</span>`,
  );
}

/** Draw what the cards were worth and what was made of them; nothing before it is known. */
function luckLine() {
  const { table } = state.value;
  const side = ownSide(speechContext());
  const found = side < 0 || !table.ended?.analysis || !table.match ? null : luckOf(table.match);
  if (!found) return nothing;
  const figure = (/** @type {number[]} */ figures) => signed(Math.round(figures[side] ?? 0));
  return html`<p data-luck>
    ${icon('scale')}<span>${_('Luck and play')}</span>
    <span class="push"
      ><span class="num">${_('luck %(points)s', { points: figure(found.luck) })}</span> ·
      <b class="num">${_('play %(points)s', { points: figure(found.play) })}</b></span
    >
  </p>`;
}

/** Draw what this page itself found of the decks of the match. */
function deckLine() {
  const { proof, proofs } = page.value;
  const { view, table, match } = state.value;
  const all = view?.over?.results.length ?? 0;
  if (!proof || !all) return nothing;
  const sound = Object.entries(proofs).filter(([of, finding]) => of.startsWith(`${match}:`) && finding?.state === 'ok').length;
  if (proof.finding?.state !== 'ok')
    return html`<p data-proof=${proof.finding?.state ?? 'checking'}>
      ${mark(proof.finding)}<a class="push" href="/fairness/">${_('What this means')}</a>
    </p>`;
  const words =
    sound >= all
      ? ngettext('The deck, checked', 'All %(n)s decks, checked', all)
      : ngettext('%(n)s of %(all)s decks checked here', '%(n)s of %(all)s decks checked here', sound, { all });
  const proofAt = table.ended?.daily ? '/fairness/' : `/matches/${table.match}/#proofs`;
  return html`<p class="ok-t" data-proof="ok">
    ${icon('shield')}<span>${words}</span><a class="push" href=${proofAt}>${_('See the proof')}</a>
  </p>`;
}

/** Seats that were followed from here. @type {import('../../lib/signals.js').Signal<number[]>} */
const followed = signal(/** @type {number[]} */ ([]));
/** Seats of partners that were liked from here. @type {import('../../lib/signals.js').Signal<number[]>} */
const liked = signal(/** @type {number[]} */ ([]));

/**
 * Follow or like the player at a seat; the button says so at once, and takes it back where the site refuses.
 * @param {'follow' | 'like'} action
 * @param {number} seat
 */
async function act(action, seat) {
  const done = action === 'like' ? liked : followed;
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector('[name=csrfmiddlewaretoken]'));
  done.value = [...done.value, seat];
  const answer = await fetch(`/players/${encodeURIComponent(nameOf(seat))}/${action}/`, {
    method: 'POST',
    body: new URLSearchParams({ csrfmiddlewaretoken: token?.value ?? '' }),
    redirect: 'manual',
  }).catch(() => null);
  if (!answer || answer.status >= 400) done.value = done.value.filter((one) => one !== seat);
}

/** Return seats of people to follow, with those who were followed from here: a button does not go from under the finger. */
function followable() {
  return [...new Set([...(state.value.table.you.may_follow ?? []), ...followed.value])];
}

/** @param {number} seat */
function button(seat, small = false) {
  const done = followed.value.includes(seat);
  const name = nameOf(seat);
  return html`<button class="btn ${small ? 'sm' : ''}" aria-disabled=${done ? 'true' : nothing} @click=${() => done || act('follow', seat)}>
    ${icon(done ? 'check' : 'heart')}${done ? _('You follow %(name)s', { name }) : _('Follow %(name)s', { name })}
  </button>`;
}

/** Draw the button that follows the one whom one may follow. */
export function followButton() {
  const seats = followable();
  return seats.length === 1 ? button(seats[0] ?? 0) : nothing;
}

/** Draw the buttons that follow one or other, where there are several. */
function followLine() {
  const seats = followable();
  return seats.length > 1 ? html`<p>${seats.map((seat) => button(seat, true))}</p>` : nothing;
}

/** Draw the buttons that say with which partners one wants to play again. */
function likeLine() {
  const seats = [...new Set([...(state.value.table.you.may_like ?? []), ...liked.value])];
  if (!seats.length) return nothing;
  return html`<p>${seats.map((seat) => {
    const done = liked.value.includes(seat);
    const name = nameOf(seat);
    return html`<button class="btn sm" aria-disabled=${done ? 'true' : nothing} @click=${() => done || act('like', seat)}>
      ${icon(done ? 'check' : 'heart')}${done ? _('%(name)s is a partner you like', { name }) : _('Play with %(name)s again', { name })}
    </button>`;
  })}</p>`;
}
