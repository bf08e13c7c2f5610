/** What lies on the cloth: stock, trick, last trick. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext, pgettext } from '../../lib/i18n.js';
import { cardName, suitName } from '../speech/cardnames.js';
import { exchange } from '../input/intents.js';
import { hasAuction } from '../state/contract.js';
import { placeOf } from '../state/places.js';
import { legalAction, nameOf, ownSeat, rules, shownTrick, vantage } from '../state/selectors.js';
import { page, state } from '../state/store.js';
import { winningCard } from '../state/tricks.js';
import { contractViews } from './lazy_views.js';
import { back, backs, face, suitGlyph } from './parts.js';

export function stock() {
  const { view } = state.value;
  if (hasAuction(rules())) return contractViews()?.contractPlate() ?? html`<section class="stock pact"></section>`;
  if (!view || (!view.trump && !view.stock)) return html`<section class="stock" aria-label=${_('Stock and trumps')}></section>`;
  const { turned, trump } = view;
  const can = Boolean(legalAction('exchange') ?? legalAction('arm_exchange'));
  const under = view.stock - (turned ? 1 : 0);
  return html`<section class="stock" aria-label=${_('Stock and trumps')}>
    ${view.stock
      ? html`<div class="pack">
          ${turned
            ? html`<button
                class="card trump"
                data-means=${legalAction('exchange')?.give ?? (can ? 'arm' : 'look')}
                ?disabled=${!can}
                aria-pressed=${view.armed ? 'true' : nothing}
                aria-label=${can
                  ? _('Trumps: %(card)s. Change your card for it', { card: cardName(turned) })
                  : _('Trumps: %(card)s', { card: cardName(turned) })}
                @click=${exchange}
                data-card=${turned}
              >
                ${face(turned, 'fit')}
              </button>`
            : nothing}
          ${under > 0 ? deck() : nothing}
          <span class="count num"
            ><span class="sr">${ngettext('%(n)s card left', '%(n)s cards left', view.stock)}</span
            ><span aria-hidden="true">${view.stock}</span></span
          >
        </div>`
      : html`<p class="pack out"><span>${_('No stock')}</span></p>`}
    ${trump
      ? html`<p class="pinta" data-s=${trump.suit}>
          <span class="tag">${suitGlyph(trump.suit)}${suitName(trump.suit)}</span>
        </p>`
      : html`<p><span class="tag">${_('No trumps yet')}</span></p>`}
  </section>`;
}

/** Draw the pack; its next card, or all of them, where they lie open. */
function deck() {
  const seen = state.value.view?.stock_cards ?? [];
  const next = seen[0];
  if (!next) return html`<span class="card deck">${back()}</span>`;
  if (seen.length === 1) return html`<span class="card deck">${face(next, 'fit', true)}</span>`;
  return html`<button class="card deck" popovertarget="p-stock" aria-label=${_('Next: %(card)s. See the whole stock', { card: cardName(next) })}>
    ${face(next, 'fit')}
  </button>`;
}

export function trick() {
  const { view, table } = state.value;
  const shown = shownTrick();
  const own = vantage();
  const plays = shown?.plays ?? [];
  const winning = shown?.winner ?? shown?.winning ?? null;
  const mine = plays.some((play) => play.seat === own);
  const leader = shown ? nameOf(shown.leader) : '';
  /** @type {Record<number, number>} */
  const laid = {};
  const two = rules()['play.cards_per_turn'] === 2;
  const best = winningCard(plays, winning, view?.trump?.suit ?? null);
  return html`<div
    class="trick ${two ? 'twice' : ''}"
    role="group"
    aria-label=${view?.phase === 'play' ? _('Trick, %(name)s leads', { name: leader }) : _('Trick')}
  >
    ${repeat(
      plays,
      (play) => play.card,
      (play) => {
        const wins = play.card === best;
        const times = (laid[play.seat] = (laid[play.seat] ?? 0) + 1);
        return html`<figure
          class="play ${placeOf(play.seat, own, table.players)} ${times > 1 ? 'second' : ''}"
          ?data-win=${wins}
          ?data-announced=${Boolean(play.announce)}
          data-card=${play.card}
          data-from=${play.seat}
        >
          <span class="card">${face(play.card, 'fit', true)}</span>
          <figcaption class="cap">${caption(play, wins)}</figcaption>
        </figure>`;
      },
    )}
    ${view?.phase === 'play' && !mine && ownSeat() !== null
      ? html`<div class="slot me" aria-hidden="true"></div>`
      : nothing}
  </div>`;
}

/**
 * Draw whose a card is, and whether it wins so far: a long name is cut, the word never.
 * @param {import('../protocol.js').Play} play
 * @param {boolean} wins
 */
function caption({ seat, announce }, wins) {
  const own = seat === ownSeat();
  const word = own ? pgettext('you, a trick so far', 'win') : pgettext('somebody, a trick so far', 'wins');
  return html`<span class="nm" dir="auto">${own ? _('You') : nameOf(seat)}</span>${wins ? html` <span class="wins">${word}</span>` : nothing}${announce
      ? html`<span class="called"><i> · </i>${_('Arrastre')}</span>`
      : nothing}`;
}

/** Draw the button that shows the last trick again, with as many backs as it had cards, and its points. */
export function lastTrick() {
  const last = state.value.view?.last_trick;
  if (!last || page.value.held) return html`<div class="lastt"></div>`;
  const points = last.points ?? 0;
  const name = last.winner === ownSeat() ? _('You') : nameOf(last.winner ?? 0);
  const words = `${_('Last')} · ${points}`;
  return html`<div class="lastt">
    <button
      class="btn"
      popovertarget="p-last"
      aria-label="${words}. ${ngettext(
        'See the last trick: %(n)s point, %(name)s',
        'See the last trick: %(n)s points, %(name)s',
        points,
        { name },
      )}"
    >
      ${backs(last.plays.length)}<span class="num">${words}</span>
    </button>
  </div>`;
}
