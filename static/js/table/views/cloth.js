/** What lies on the cloth: score, stock, trick, last trick. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardName, suitName } from '../cardnames.js';
import { exchange } from '../intents.js';
import { placeOf } from '../places.js';
import { legal, nameOf, ownSeat, shownTrick, told, vantage } from '../seen.js';
import { sideName } from '../speech.js';
import { page, state } from '../store.js';
import { back, backs, face, suitGlyph } from './parts.js';

export function score() {
  const { view, table } = state.value;
  const sides = view?.sides ?? table.sides;
  const won = view?.score ?? sides.map(() => 0);
  const target = view?.target ?? table.rules['match.target'];
  const label = sides.map((_side, index) => `${sideName(index, told())} ${won[index]}`).join(', ');
  const pips = target <= 7 && sides.length <= 2;
  return html`<section
    class="score"
    aria-label=${_('Score: %(score)s, to %(target)s', { score: label, target })}
  >
    ${sides.map((members, index) => {
      const own = ownSeat();
      const us = own !== null && members.includes(own);
      return html`<div>
        <span class=${us ? 'us-l' : ''}>${sideName(index, told())}</span><b>${won[index]}</b>
        ${pips
          ? html`<ol class="pips" aria-hidden="true">
              ${Array.from({ length: target }, (_all, pip) => html`<li class=${pip < (won[index] ?? 0) ? 'on' : ''}></li>`)}
            </ol>`
          : nothing}
      </div>`;
    })}
  </section>`;
}

export function stock() {
  const { view } = state.value;
  if (!view?.trump) return html`<section class="stock" aria-label=${_('Stock and trumps')}></section>`;
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
                ${face(turned, 'both')}
              </button>`
            : nothing}
          ${under > 0 ? html`<span class="card deck">${back()}</span>` : nothing}
          <span class="count num"
            ><span class="sr">${ngettext('%(n)s card left', '%(n)s cards left', view.stock)}</span
            ><span aria-hidden="true">${view.stock}</span></span
          >
        </div>`
      : html`<p class="small">${_('No stock')}</p>`}
    <p class="pinta" data-s=${trump.suit}>
      <span class="tag">${suitGlyph(trump.suit)}${suitName(trump.suit)}</span>
    </p>
  </section>`;
}

export function trick() {
  const { view, table } = state.value;
  const shown = shownTrick();
  const own = vantage();
  const plays = shown?.plays ?? [];
  const winning = shown?.winner ?? shown?.winning ?? null;
  const mine = plays.some((play) => play.seat === own);
  const leader = shown ? nameOf(shown.leader) : '';
  return html`<div
    class="trick"
    role="group"
    aria-label=${view?.phase === 'play' ? _('Trick, %(name)s leads', { name: leader }) : _('Trick')}
  >
    ${repeat(
      plays,
      (play) => play.card,
      (play) => {
        const wins = play.seat === winning;
        const name = play.seat === ownSeat() ? _('You') : nameOf(play.seat);
        return html`<figure
          class="play ${placeOf(play.seat, own, table.players)}"
          ?data-win=${wins}
          data-card=${play.card}
          data-from=${play.seat}
        >
          <span class="card">${face(play.card, 'both', true)}</span>
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

/** What opens over the hand: the last trick. */
export function lastTrickPopover() {
  const last = state.value.view?.last_trick;
  return html`<div class="pop" id="p-last" popover>
    <h3>${_('Last trick')}</h3>
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
                <span class="card m">${face(play.card, 'large', true)}</span>
                <figcaption class="small">${nameOf(play.seat)}</figcaption>
              </figure>`,
            )}
          </div>`
      : nothing}
  </div>`;
}
