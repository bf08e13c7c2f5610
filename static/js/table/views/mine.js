/** One's own side of the table: plate, actions, hand. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardName, pointsOf } from '../cardnames.js';
import { claim, command, exchange, pick, toggleArrastre } from '../intents.js';
import { cardSent } from '../reduce.js';
import { legal, ownSeat, playable, substituted, vantage } from '../seen.js';
import { settings } from '../settings.js';
import { page, state } from '../store.js';
import { face, icon } from './parts.js';
import { plate } from './seats.js';

export function mine() {
  return html`<div class="mine">
    ${plate(vantage())}
    <div class="acts" role="group" aria-label=${_('Actions')}>${actions()}</div>
  </div>`;
}

function actions() {
  const { view } = state.value;
  if (!view || ownSeat() === null) return nothing;
  if (substituted())
    return html`<button class="btn pri" @click=${() => command('take_back')}>
      ${_('Take my seat back')}
    </button>`;
  const now = legal('exchange');
  const ahead = legal('arm_exchange');
  const wanted = now?.give ?? exchangeCard();
  return html`
    ${legal('claim')
      ? html`<button class="btn pri" @click=${claim}>${_('I take the rest')}</button>`
      : nothing}
    ${now || ahead
      ? html`<button
          class="btn"
          aria-pressed=${now ? nothing : String(view.armed)}
          @click=${exchange}
        >
          ${icon('swap')}<span
            >${wanted === '2' || wanted?.endsWith('2') ? _('Change the 2') : _('Change the 7')}</span
          >
        </button>`
      : nothing}
    ${legal('play', (action) => Boolean(action.announce))
      ? html`<button class="btn" aria-pressed=${String(page.value.arrastre)} @click=${toggleArrastre}>
          ${_('Arrastre')}
        </button>`
      : nothing}
  `;
}

/** The seven of trumps, or the two, that would be changed. */
function exchangeCard() {
  const { view } = state.value;
  const trump = view?.trump?.suit ?? '';
  return view?.hand.find((card) => card === `${trump}7`) ?? `${trump}2`;
}

export function hand() {
  const { view } = state.value;
  const cards = view?.seat === null ? [] : (view?.hand ?? []);
  const going = cardSent(state.value);
  return html`<ol
    class="hand"
    data-roving
    aria-label=${ngettext('Your hand, %(n)s card', 'Your hand, %(n)s cards', cards.length)}
  >
    ${repeat(
      cards,
      (card) => card,
      (card, index) => {
        const may = playable(card);
        return html`<li>
          <button
            class="card"
            data-code=${card}
            data-card=${card}
            aria-label=${label(card, may)}
            aria-disabled=${may ? nothing : 'true'}
            aria-pressed=${page.value.chosen === card ? 'true' : nothing}
            aria-busy=${going === card ? 'true' : nothing}
            @click=${(/** @type {MouseEvent} */ event) => pick(card, event.detail === 0)}
          >
            ${face(card)}
          </button>
          ${settings.value.names ? html`<small class="cardname">${cardName(card)}</small>` : nothing}
          <kbd class="k" aria-hidden="true">${index + 1}</kbd>
        </li>`;
      },
    )}
  </ol>`;
}

/**
 * @param {string} card
 * @param {boolean} may
 */
function label(card, may) {
  const points = pointsOf(card);
  const name = points
    ? `${cardName(card)}, ${ngettext('%(n)s point', '%(n)s points', points)}`
    : cardName(card);
  return may ? name : `${name}, ${_('not now: there is arrastre')}`;
}
