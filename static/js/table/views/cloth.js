/** What lies on the cloth: score, stock, trick, last trick. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { signal } from '../../lib/signals.js';
import { cardName, suitName } from '../cardnames.js';
import { exchange } from '../intents.js';
import { hasAuction } from '../contract.js';
import { placeOf } from '../places.js';
import { legal, nameOf, ownSeat, rules, shownTrick, told, vantage } from '../seen.js';
import { sideName } from '../speech.js';
import { page, state } from '../store.js';
import { winningCard } from '../tricks.js';
import { contracts } from './later.js';
import { back, backs, face, suitGlyph } from './parts.js';

export function score() {
  const { view, table } = state.value;
  const sides = view?.sides ?? table.sides;
  const won = view?.score ?? sides.map(() => 0);
  const target = view?.target ?? table.rules['match.target'];
  const label = sides.map((_side, index) => `${sideName(index, told())} ${won[index]}`).join(', ');
  const goal = (table.rules['match.end'] ?? 'target') === 'target';
  const pips = goal && target <= 7 && sides.length <= 2 && view?.unit !== 'points';
  const cells = sides.length > 4 ? leading(won) : sides.map((_side, index) => index);
  return html`<section
    class=${cells.length > 2 ? 'score many' : 'score'}
    aria-label=${goal
      ? _('Score: %(score)s, to %(target)s', { score: label, target })
      : _('Score: %(score)s', { score: label })}
  >
    ${cells.map((index) => {
      const members = sides[index] ?? [];
      const own = ownSeat();
      const us = own !== null && members.includes(own);
      return html`<div>
        <span class=${us ? 'us-l' : ''}>${sideName(index, told())}</span><b>${String(won[index]).replace('-', '\u2212')}</b>
        ${pips
          ? html`<ol class="pips" aria-hidden="true">
              ${Array.from({ length: target }, (_all, pip) => html`<li class=${pip < (won[index] ?? 0) ? 'on' : ''}></li>`)}
            </ol>`
          : nothing}
      </div>`;
    })}
  </section>`;
}

/**
 * Where there is no room for all: oneself and who leads, or the two who lead.
 * @param {number[]} won
 */
function leading(won) {
  const own = ownSeat();
  const mine = (state.value.view?.sides ?? []).findIndex((side) => own !== null && side.includes(own));
  const order = won.map((_points, index) => index).sort((a, b) => (won[b] ?? 0) - (won[a] ?? 0));
  return mine < 0 ? order.slice(0, 2) : [mine, ...order.filter((side) => side !== mine).slice(0, 1)];
}

export function stock() {
  const { view } = state.value;
  if (hasAuction(rules())) return contracts()?.contractPlate() ?? html`<section class="stock pact"></section>`;
  if (!view || (!view.trump && !view.stock)) return html`<section class="stock" aria-label=${_('Stock and trumps')}></section>`;
  const { turned, trump } = view;
  const can = Boolean(legal('exchange') ?? legal('arm_exchange'));
  const under = view.stock - (turned ? 1 : 0);
  return html`<section class="stock" aria-label=${_('Stock and trumps')}>
    ${view.stock
      ? html`<div class="pack">
          ${turned
            ? html`<button
                class="card trump"
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
      : html`<p class="small">${_('No stock')}</p>`}
    ${trump
      ? html`<p class="pinta" data-s=${trump.suit}>
          <span class="tag">${suitGlyph(trump.suit)}${suitName(trump.suit)}</span>
        </p>`
      : html`<p><span class="tag">${_('No trumps yet')}</span></p>`}
  </section>`;
}

/** The pack; its next card, or all of them, where they lie open. */
function deck() {
  const seen = state.value.view?.stock_cards ?? [];
  const next = seen[0];
  if (!next) return html`<span class="card deck">${back()}</span>`;
  if (seen.length === 1) return html`<span class="card deck">${face(next, 'fit', true)}</span>`;
  return html`<button class="card deck" popovertarget="p-stock" aria-label=${_('Next: %(card)s. See the whole stock', { card: cardName(next) })}>
    ${face(next, 'fit')}
  </button>`;
}

/** The open stock, in the order in which it is drawn. */
export function stockPopover() {
  const seen = state.value.view?.stock_cards ?? [];
  if (seen.length < 2) return nothing;
  return html`<div class="pop" id="p-stock" popover>
    <h2>${_('The stock, in drawing order')}</h2>
    <div class="runs">${seen.map((card) => html`<span class="card s">${face(card, 'small', true)}</span>`)}</div>
  </div>`;
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
        const name = play.seat === ownSeat() ? _('You') : nameOf(play.seat);
        const times = (laid[play.seat] = (laid[play.seat] ?? 0) + 1);
        return html`<figure
          class="play ${placeOf(play.seat, own, table.players)} ${times > 1 ? 'second' : ''}"
          ?data-win=${wins}
          data-card=${play.card}
          data-from=${play.seat}
        >
          <span class="card">${face(play.card, 'fit', true)}</span>
          <figcaption>
            ${wins ? _('%(name)s · wins', { name }) : name}${play.announce ? ` · ${_('Arrastre')}` : ''}
          </figcaption>
        </figure>`;
      },
    )}
    ${view?.phase === 'play' && !mine && ownSeat() !== null
      ? html`<div class="slot me" aria-hidden="true"></div>`
      : nothing}
  </div>`;
}

export function lastTrick() {
  const last = state.value.view?.last_trick;
  if (!last || page.value.held) return html`<div class="lastt"></div>`;
  return html`<div class="lastt">
    <button class="btn" popovertarget="p-last" aria-label=${_('See the last trick')}>
      ${backs(last.plays.length)}${_('Last')}
    </button>
  </div>`;
}

/** Whether somebody looks at the last trick: its cards are drawn only then. */
const looking = signal(false);

/** What opens over the hand: the last trick. */
export function lastTrickPopover() {
  const last = looking.value ? state.value.view?.last_trick : null;
  const opens = (/** @type {ToggleEvent} */ event) => (looking.value = event.newState === 'open');
  return html`<div class="pop" id="p-last" popover @beforetoggle=${opens}>
    <h2>${_('Last trick')}</h2>
    ${last
      ? html`<p class="hint">
            ${ngettext(
              '%(name)s took it, %(n)s point.',
              '%(name)s took it, %(n)s points.',
              last.points ?? 0,
              { name: nameOf(last.winner ?? 0) },
            )}
          </p>
          <div class="runs">
            ${last.plays.map(
              (play) => html`<figure class="stack tight">
                <span class="card m">${face(play.card, 'small', true)}</span>
                <figcaption class="small">${nameOf(play.seat)}</figcaption>
              </figure>`,
            )}
          </div>`
      : nothing}
  </div>`;
}
