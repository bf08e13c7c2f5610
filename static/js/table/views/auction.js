/** The auction: what stands, what everybody has said, and one's own bid. */
import { html, nothing } from '../../lib/lit.js';
import { live } from '../../lib/live.js';
import { gettext as _ } from '../../lib/i18n.js';
import { bidMeaning, bidText, ladder, lastBid, mayPass, pointBids, tooMuch, within } from '../speech/bids.js';
import { lower, rankMark, rankName } from '../speech/cardnames.js';
import { bid } from '../input/contract_intents.js';
import { promptText, nameOf, ownSeat, rules, yourMove } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { face } from './parts.js';

const SUITS = ['O', 'C', 'E', 'B'];
/** Bids that there is room for; all of them stand in the account, and M says them. */
const NEWEST = 5;

/** Draw what stands in the middle: the highest bid, and the list of all. */
export function auction() {
  const { view } = state.value;
  const now = view?.auction;
  const high = now?.high;
  const rank = high && high.bid !== 'pass' ? high.bid.rank : undefined;
  return html`<section class="bid" aria-label=${_('Auction')}>
    ${high ? html`<b>${bidText(high.bid)}</b>` : html`<p class="bids">${_('No bid yet')}</p>`}
    ${rank === undefined
      ? nothing
      : html`<span class="runs" aria-hidden="true"
          >${SUITS.map((suit) => html`<span class="card s">${face(`${suit}${rank}`, 'small')}</span>`)}</span
        >`}
    ${high ? html`<p>${bidder(high.seat)}</p>` : nothing}
    ${high ? html`<p class="meant">${bidMeaning(high.bid)}</p>` : nothing}
    ${view?.phase === 'auction' && yourMove()
      ? html`<p class="asay"><b>${_('It is your turn.')}</b> ${promptText()}</p>`
      : nothing}
    ${page.value.notice && yourMove() ? html`<p class="bids">${page.value.notice}</p>` : nothing}
    ${view?.phase === 'call' && yourMove() ? html`<p class="bids">${promptText()}</p>` : nothing}
    ${now?.bids.length && view?.phase === 'auction'
      ? html`<ol class="bids" aria-label=${_('What has been bid')}>
          ${now.bids.slice(-NEWEST).map(
            ({ seat, bid }) => html`<li><bdi>${seat === ownSeat() ? _('You') : nameOf(seat)}</bdi>: ${lower(bidText(bid))}</li>`,
          )}
        </ol>`
      : nothing}
  </section>`;
}

/** Draw what is going on, and by which rule, where other games have their stock. */
export function auctionTitle() {
  const { view } = state.value;
  if (view?.phase !== 'auction') return html`<section class="stock pact"></section>`;
  return html`<section class="stock pact titled">
    <p class="tag">${_('Auction · deal %(n)s', { n: view.deal })}</p>
    <p class="rule">
      ${view.auction?.kind === 'rank'
        ? _('Each bid is lower than the last. Who passes stays out.')
        : _('Each bid is higher than the last. Who passes stays out.')}
    </p>
  </section>`;
}

/** @param {number} seat */
function bidder(seat) {
  return seat === ownSeat() ? _('You bid it') : _('%(name)s bids it', { name: nameOf(seat) });
}

/**
 * Draw what a seat has said last, over its plate.
 * @param {number} seat
 */
export function saidBid(seat) {
  const { view } = state.value;
  if (view?.phase !== 'auction') return nothing;
  const made = lastBid(view, seat);
  return made === null ? nothing : html`<span class="said">${bidText(made)}</span>`;
}

/** Draw one's own bid, where the sentence is otherwise; nothing while it is not one's turn. */
export function bidding() {
  const { view } = state.value;
  if (!view || view.phase !== 'auction' || !yourMove()) return nothing;
  const ranks = ladder(view);
  if (ranks.length)
    return html`<div class="ladder" role="group" aria-label=${_('Your bid')} data-means=${view.auction?.bids.length ?? 0}>
      ${ranks.map(
        ({ rank, open }) =>
          html`<button class="btn" data-rank=${rank} ?disabled=${!open} @click=${() => bid({ rank })}>
            <b>${rankMark(rank)}</b> <small>${rankName(rank)}</small>
          </button>`,
      )}
    </div>`;
  const range = pointBids(view, rules());
  return range ? stepper(range) : nothing;
}

/** @param {{low: number, high: number, step: number, rank: number | null}} range */
function stepper(range) {
  const chosen = page.value.points ?? range.low;
  const points = within(chosen, range);
  const set = (/** @type {number} */ value) => show({ points: within(value, range) });
  const made = range.rank === null ? { points } : { rank: range.rank, points };
  const more = (/** @type {number} */ by) =>
    html`<button type="button" class="btn" ?disabled=${points + by > range.high} aria-label=${_('%(n)s more', { n: by })} @click=${() => set(points + by)}>
      +${by}
    </button>`;
  const enter = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    bid(made);
  };
  return html`<form class="stepper" aria-label=${_('Your bid')} data-means=${range.low} @submit=${enter}>
    <button
      type="button"
      class="btn ico"
      ?disabled=${points - range.step < range.low}
      aria-label=${_('%(n)s less', { n: range.step })}
      @click=${() => set(points - range.step)}
    >
      −
    </button>
    <input
      class="inp num"
      type="number"
      inputmode="numeric"
      aria-label=${_('Points')}
      min=${range.low}
      max=${range.high}
      step=${range.step}
      .value=${live(String(chosen))}
      @input=${(/** @type {any} */ event) => show({ points: event.target.valueAsNumber || range.low })}
    />
    <span class="row">${[...new Set([range.step, 5, 10])].sort((a, b) => a - b).map(more)}</span>
    <button class="btn pri">
      ${range.rank === null
        ? _('Bid %(n)s', { n: points })
        : _('Bid %(rank)s, %(n)s', { rank: lower(rankName(range.rank)), n: points })}
    </button>
    ${tooMuch(points, rules())
      ? html`<p class="note warn" role="status">${_('More than %(n)s points cannot be made.', { n: 170 })}</p>`
      : nothing}
  </form>`;
}

/** Draw the button that passes, among the actions. */
export function passButton() {
  const { view } = state.value;
  if (view?.phase !== 'auction' || !yourMove() || !mayPass(view.legal)) return nothing;
  return html`<button class="btn" data-means=${view.auction?.bids.length ?? 0} @click=${() => bid('pass')}>${_('Pass')}</button>`;
}
