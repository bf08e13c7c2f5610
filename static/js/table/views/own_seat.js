/** One's own side of the table: plate and hand. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { lazily } from '../../lib/lazy.js';
import { on } from '../../lib/preferences.js';
import { cardName, pointsOf, sorted } from '../speech/cardnames.js';
import { pickCard } from '../input/intents.js';
import { cardSent } from '../state/reduce.js';
import { inPlay, ownSeat, playable, rules, substituted, vantage } from '../state/selectors.js';
import { page, state } from '../state/store.js';
import { reasons } from './lazy_views.js';
import { blank, face } from './parts.js';
import { plate } from './seats.js';

const lazyActions = lazily(() => import('./own_actions.js'));

/** Draw one's plate, and beside it what can be done now: actions in words, and below them those that are icons. */
export function ownPlate() {
  // Where people talk by the rules, a row is kept for that, whether there is something to say now or not.
  const talk = ['senas', 'parlant', 'parlant_tapat'].includes(rules()['talk.mode']);
  return html`<div class="mine">
    ${plate(vantage())}
    <div class="acts ${talk ? 'talks' : ''}" role="group" aria-label=${_('Actions')}>
      <div class="a1">${ownActions()?.actions(talk) ?? nothing}</div>
      ${talk ? html`<div class="a2">${ownActions()?.icons() ?? nothing}</div>` : nothing}
    </div>
  </div>`;
}

export function hand() {
  const { view } = state.value;
  const cards = view?.seat === null ? [] : sorted(view?.hand ?? []);
  const going = cardSent(state.value);
  const { hint, coming } = page.value;
  const hinted = hint?.seq === state.value.seq ? hint.card : null;
  return html`<ol
    class="hand"
    data-means=${view?.deal ?? 0}
    data-cards=${cards.length}
    data-roving
    tabindex="-1"
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
            ?data-hint=${card === hinted}
            aria-label=${label(card, may)}
            aria-disabled=${may ? nothing : 'true'}
            aria-pressed=${page.value.chosen === card || page.value.away.includes(card) ? 'true' : nothing}
            aria-busy=${going === card || page.value.going === card ? 'true' : nothing}
            @click=${(/** @type {MouseEvent} */ { detail, timeStamp }) => pickCard(card, detail === 0, detail, timeStamp)}
          >
            ${coming.includes(card) ? blank() : face(card, cards.length > 4 ? 'fit' : 'full')}
          </button>
          ${on('names') ? html`<small class="cardname">${cardName(card)}</small>` : nothing}
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
  const { view } = state.value;
  const why = may || !view ? null : reasons();
  return why && view ? `${name}, ${why.shortReason(why.reasonFor(card, view, rules()))}` : name;
}

/** Return the views of what one can do beside playing cards: nothing before the first cards. */
function ownActions() {
  return ownSeat() !== null && (inPlay(state.value.view) || substituted()) ? lazyActions() : null;
}
