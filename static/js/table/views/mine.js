/** One's own side of the table: plate, actions, hand. */
import { html, nothing, repeat } from '../../lib/lit.js';
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { on, preferences } from '../../lib/preferences.js';
import { cardInText, cardName, pointsOf, sorted, suitName } from '../cardnames.js';
import { askHint, claim, command, confirm, exchange, marry, peek, pick, takeBack, toggleArrastre } from '../intents.js';
import { cardSent } from '../reduce.js';
import { allLegal, hintable, legal, nameOf, ownSeat, playable, rules, substituted, vantage, yourTurn } from '../seen.js';
import { page, state } from '../store.js';
import { contracts, reasons, talking } from './later.js';
import { blank, face, icon } from './parts.js';
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
    ${choosing()} ${contracts()?.callButtons() ?? nothing} ${contracts()?.passButton() ?? nothing}
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
    ${hintable() && yourTurn() && view.phase === 'play'
      ? html`<button class="btn" @click=${askHint}>${_('Hint')}</button>`
      : nothing}
    ${marriages()} ${peeks()} ${talking()?.talkButtons() ?? nothing} ${talking()?.signsButton() ?? nothing}
  `;
}

/** The button that plays a chosen card, where a tap only chooses; and that which takes it back. */
function choosing() {
  const { chosen, going } = page.value;
  if (going) return html`<button class="btn pri" @click=${takeBack}>${icon('undo')}${_('Take it back')}</button>`;
  if (!chosen || preferences.value.play !== 'drag' || !yourTurn()) return nothing;
  return html`<button class="btn pri" @click=${confirm}>${_('Play %(card)s', { card: cardInText(chosen) })}</button>`;
}

/** King and knight of a suit, to be shown while playing. */
function marriages() {
  const { view } = state.value;
  if (view?.phase !== 'play') return nothing;
  return allLegal('declare').map(({ suit = '' }) => {
    // The first to be shown makes trumps where there are none yet.
    const points = suit === (view.trump?.suit ?? suit) ? 40 : 20;
    const name = suitName(suit).toLowerCase();
    return html`<button class="btn" aria-label=${_('Show king and knight of %(suit)s, %(n)s points', { suit: name, n: points })} @click=${() => marry(suit)}>
      ${_('Show %(n)s in %(suit)s', { n: points, suit: name })}
    </button>`;
  });
}

/** To look at the cards of who plays with one. */
function peeks() {
  return allLegal('peek').map(
    ({ at = 0 }) => html`<button class="btn" @click=${() => peek(at)}>
      ${icon('eye')}<span>${_('Cards of %(name)s', { name: nameOf(at) })}</span>
    </button>`,
  );
}

/** The seven of trumps, or the two, that would be changed. */
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
            @click=${(/** @type {MouseEvent} */ event) => pick(card, event.detail === 0)}
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
