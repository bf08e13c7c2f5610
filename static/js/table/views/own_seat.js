/** One's own side of the table: plate, actions, hand. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { on, preferences } from '../../lib/preferences.js';
import { cardInText, cardName, pointsOf, sorted } from '../speech/cardnames.js';
import { askHint, claim, command, confirm, exchange, pickCard, takeBack, toggleArrastre, undo } from '../input/intents.js';
import { cardSent } from '../state/reduce.js';
import { legalActions, hintable, legalAction, ownSeat, playable, rules, substituted, undoable, vantage, yourTurn } from '../state/selectors.js';
import { page, state } from '../state/store.js';
import { contractViews, rareActions, reasons, partnerTalkViews } from './lazy_views.js';
import { blank, face, icon } from './parts.js';
import { plate } from './seats.js';

/** Draw one's plate, and beside it what can be done now: actions in words, and below them those that are icons. */
export function ownPlate() {
  // Where people talk by the rules, a row is kept for that, whether there is something to say now or not.
  const talk = ['senas', 'parlant', 'parlant_tapat'].includes(rules()['talk.mode']);
  return html`<div class="mine">
    ${plate(vantage())}
    <div class="acts ${talk ? 'talks' : ''}" role="group" aria-label=${_('Actions')}>
      <div class="a1">${actions()} ${talk || !undoable() ? nothing : undoButton()}</div>
      ${talk ? html`<div class="a2">${icons()}</div>` : nothing}
    </div>
  </div>`;
}

/** Draw what opens a list, each a button with an icon alone. */
function icons() {
  if (!state.value.view || ownSeat() === null || substituted()) return nothing;
  return html`${partnerTalkViews()?.talkButton() ?? nothing} ${partnerTalkViews()?.signsButton() ?? nothing} ${undoButton()}`;
}

/** Draw the button that takes the latest decision back: in the row of icons its place is kept among bots alone, so that it moves nothing. */
function undoButton() {
  if (!hintable()) return nothing;
  return html`<button
    class="btn ico ${undoable() ? '' : 'off'}"
    ?disabled=${!undoable()}
    aria-label=${_('Take back what you did last')}
    title=${_('Take back what you did last')}
    @click=${undo}
  >
    ${icon('undo')}
  </button>`;
}

/** Draw what can be done now. What stays longest stands last, at the edge, so that what comes and goes moves nothing. */
function actions() {
  const { view } = state.value;
  if (!view || ownSeat() === null) return nothing;
  if (substituted())
    return html`<button class="btn pri" @click=${() => command('take_back')}>
      ${_('Take my seat back')}
    </button>`;
  const now = legalAction('exchange');
  const ahead = legalAction('arm_exchange');
  const wanted = now?.give ?? exchangeCard();
  return html`
    ${partnerTalkViews()?.answers() ?? nothing} ${choosing()} ${contractViews()?.callButtons() ?? nothing}
    ${contractViews()?.passButton() ?? nothing}
    ${view.claim
      ? html`<button
          class="btn ${view.claim.certain ? 'pri' : 'ghost2'}"
          aria-haspopup=${view.claim.certain ? nothing : 'dialog'}
          @click=${claim}
        >
          ${_('I take the rest')}
        </button>`
      : nothing}
    ${legalAction('play', (action) => Boolean(action.announce))
      ? html`<button class="btn" aria-pressed=${String(page.value.arrastre)} @click=${toggleArrastre}>
          ${_('Arrastre')}
        </button>`
      : nothing}
    ${hintable() && yourTurn() && view.phase === 'play'
      ? html`<button class="btn" @click=${askHint}>${_('Hint')}</button>`
      : nothing}
    ${legalActions('declare').length + legalActions('peek').length ? (rareActions()?.rare() ?? nothing) : nothing}
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
  `;
}

/** Draw the button that plays a chosen card, where a tap only chooses; and that which takes it back. */
function choosing() {
  const { chosen, going } = page.value;
  if (going) return html`<button class="btn pri" @click=${takeBack}>${icon('undo')}${_('Take it back')}</button>`;
  if (!chosen || preferences.value.play !== 'drag' || !yourTurn()) return nothing;
  return html`<button class="btn pri" @click=${confirm}>${_('Play %(card)s', { card: cardInText(chosen) })}</button>`;
}

/** Return the seven of trumps, or the two, that would be changed. */
function exchangeCard() {
  const { view } = state.value;
  const trump = view?.trump?.suit ?? '';
  return view?.hand.find((card) => card === `${trump}7`) ?? `${trump}2`;
}

export function hand() {
  const { view } = state.value;
  const cards = view?.seat === null ? [] : sorted(view?.hand ?? []);
  const going = cardSent(state.value);
  const { hint, coming } = page.value;
  const hinted = hint?.seq === state.value.seq ? hint.card : null;
  return html`<ol
    class="hand"
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
            @click=${(/** @type {MouseEvent} */ event) => pickCard(card, event.detail === 0)}
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
