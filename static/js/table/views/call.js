/** After the auction: calling a card or naming trumps, and putting two cards away. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText, cardName, lower, rankMark, rankName, rankOrder, suitName } from '../speech/cardnames.js';
import { callChoices } from '../state/contract.js';
import { call, discard } from '../input/contract_intents.js';
import { nameOf, ownSeat, yourMove } from '../state/selectors.js';
import { page, show, state } from '../state/store.js';
import { auction } from './auction.js';
import { face, suitGlyph } from './parts.js';

/** Return what is about to be called; null until it is complete. */
function choice() {
  const { view } = state.value;
  const found = callChoices(view?.legal ?? [], rankOrder());
  const { suit } = page.value;
  const ranks = suit === null ? undefined : found.get(suit);
  if (suit === null || !ranks) return null;
  if (!ranks.length) return { suit, rank: null };
  const rank = ranks.length === 1 ? ranks[0] : ranks.find((one) => one === page.value.rank);
  return rank === undefined ? null : { suit, rank };
}

/** Draw suits, and ranks where one may choose among them; where the sentence is otherwise. */
export function calling() {
  const { view } = state.value;
  if (!view || view.phase !== 'call' || !yourMove()) return nothing;
  const found = callChoices(view.legal, rankOrder());
  const { suit } = page.value;
  const ranks = new Set(suit === null ? [] : found.get(suit));
  const free = [...found.values()].some((list) => list.length > 1);
  return html`<div class="calling" data-means="call">
    <div class="ladder suits" role="group" aria-label=${_('Suit')}>
      ${[...found].map(
        ([one, list]) =>
          html`<button class="btn" aria-pressed=${String(suit === one)} @click=${() => show({ suit: one })}>
            ${suitGlyph(one)}<small>${list.length === 1 ? cardName(`${one}${list[0]}`) : suitName(one)}</small>
          </button>`,
      )}
    </div>
    ${free
      ? html`<div class="ladder" role="group" aria-label=${_('Rank')}>
          ${rankOrder()
            .filter((rank) => [...found.values()].some((list) => list.includes(rank)))
            .map(
              (rank) =>
                html`<button
                  class="btn"
                  ?disabled=${!ranks.has(rank)}
                  aria-pressed=${String(page.value.rank === rank)}
                  @click=${() => show({ rank })}
                >
                  <b>${rankMark(rank)}</b> <small>${rankName(rank)}</small>
                </button>`,
            )}
        </div>`
      : nothing}
  </div>`;
}

/** Draw the two cards that everybody saw, while they are put away and trumps are named. */
export function talon() {
  const contract = state.value.view?.contract;
  const cards = contract?.talon ?? [];
  if (!cards.length || !contract) return auction();
  const who = contract.caller === ownSeat() ? _('You took these two') : _('%(name)s took these two', { name: nameOf(contract.caller) });
  return html`<section class="lots" aria-label=${who}>
    ${cards.map(
      (card) => html`<span class="play"><span class="card" data-card=${`talon-${card}`}>${face(card, 'fit', true)}</span></span>`,
    )}
    <p>${who}</p>
  </section>`;
}

/** Draw the buttons that finish the choice, among the actions. */
export function callButtons() {
  const { view } = state.value;
  if (!view || !yourMove()) return nothing;
  if (view.phase === 'discard') {
    const { away } = page.value;
    return html`<button class="btn pri" data-means="discard" ?disabled=${away.length !== 2} @click=${discard}>
      ${away.length === 2
        ? _('Put these two away')
        : _('Put away: %(n)s of 2', { n: away.length })}
    </button>`;
  }
  if (view.phase !== 'call') return nothing;
  const chosen = choice();
  return html`<button class="btn pri" data-means="call" ?disabled=${!chosen} @click=${() => chosen && call(chosen.suit, chosen.rank)}>
    ${!chosen
      ? _('Call')
      : chosen.rank === null
        ? _('Trumps: %(suit)s', { suit: lower(suitName(chosen.suit)) })
        : _('Call %(card)s', { card: cardInText(`${chosen.suit}${chosen.rank}`) })}
  </button>`;
}
