/** What one can do at one's own seat beside playing cards: in words, and as icons. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { preferences } from '../../lib/preferences.js';
import { isSimple } from '../../lib/simple_view.js';
import { cardInText } from '../speech/cardnames.js';
import { askHint, claim, toggleArrastre, undo } from '../input/action_intents.js';
import { command, confirm, exchange, takeBack } from '../input/intents.js';
import { hintable, legalAction, legalActions, ownSeat, substituted, undoable, yourTurn } from '../state/selectors.js';
import { page, state } from '../state/store.js';
import { contractViews, partnerTalkViews, rareActions } from './lazy_views.js';
import { icon } from './parts.js';

/** Draw what opens a list, each a button with an icon alone. */
export function icons() {
  if (!state.value.view || ownSeat() === null || substituted()) return nothing;
  if (isSimple) return undoButton();
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

/**
 * Draw what can be done now. What stays longest stands last, at the edge, so that what comes and goes moves nothing.
 * @param {boolean} talk whether icons have a row of their own
 */
export function actions(talk) {
  return html`${inWords()} ${talk || !undoable() ? nothing : undoButton()}`;
}

function inWords() {
  const { view } = state.value;
  if (!view || ownSeat() === null) return nothing;
  if (substituted())
    return html`<button class="btn pri" data-means="seat" @click=${() => command('take_back')}>
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
          data-means=${view.claim.certain ? 'claim' : 'ask'}
          aria-haspopup=${view.claim.certain ? nothing : 'dialog'}
          @click=${claim}
        >
          ${_('I take the rest')}
        </button>`
      : nothing}
    ${legalAction('play', (action) => Boolean(action.announce))
      ? html`<button class="btn" data-means="arrastre" aria-pressed=${String(page.value.arrastre)} @click=${toggleArrastre}>
          ${_('Arrastre')}
        </button>`
      : nothing}
    ${hintable() && yourTurn() && view.phase === 'play'
      ? html`<button class="btn" data-means="hint" @click=${askHint}>${_('Hint')}</button>`
      : nothing}
    ${legalActions('declare').length + legalActions('peek').length ? (rareActions()?.rare() ?? nothing) : nothing}
    ${now || ahead
      ? html`<button
          class="btn"
          data-means=${now ? `exchange ${now.give}` : 'arm'}
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
  if (going) return html`<button class="btn pri" data-means="regret" @click=${takeBack}>${icon('undo')}${_('Take it back')}</button>`;
  if (!chosen || preferences.value.play !== 'drag' || !yourTurn()) return nothing;
  return html`<button class="btn pri" data-means=${chosen} @click=${confirm}>${_('Play %(card)s', { card: cardInText(chosen) })}</button>`;
}

/** Return the seven of trumps, or the two, that would be changed. */
function exchangeCard() {
  const { view } = state.value;
  const trump = view?.trump?.suit ?? '';
  return view?.hand.find((card) => card === `${trump}7`) ?? `${trump}2`;
}
