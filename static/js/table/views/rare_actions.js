/** Actions of few games: to show king and knight, to look at a partner's cards. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { suitName } from '../speech/cardnames.js';
import { marry, peek } from '../input/contract_intents.js';
import { legalActions, nameOf } from '../state/selectors.js';
import { state } from '../state/store.js';
import { icon } from './parts.js';

/** Draw the rare actions that are legal now. */
export function rare() {
  return html`${marriages()} ${peeks()}`;
}

/** Draw king and knight of a suit, to be shown while playing. */
function marriages() {
  const { view } = state.value;
  if (view?.phase !== 'play') return nothing;
  return legalActions('declare').map(({ suit = '' }) => {
    // The first to be shown makes trumps where there are none yet.
    const points = suit === (view.trump?.suit ?? suit) ? 40 : 20;
    const name = suitName(suit).toLowerCase();
    const words = _('Show %(n)s in %(suit)s', { n: points, suit: name });
    const meaning = _('Show king and knight of %(suit)s, %(n)s points', { suit: name, n: points });
    return html`<button class="btn" data-means=${suit} aria-label="${words}. ${meaning}" @click=${() => marry(suit)}>
      ${words}
    </button>`;
  });
}

/** Draw the button to look at the cards of who plays with one. */
function peeks() {
  return legalActions('peek').map(
    ({ at = 0 }) => html`<button class="btn" data-means=${at} @click=${() => peek(at)}>
      ${icon('eye')}<span>${_('Cards of %(name)s', { name: nameOf(at) })}</span>
    </button>`,
  );
}
