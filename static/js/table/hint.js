/** What the expert would play, and why: said, and marked in the hand until something moves. */
import { gettext as _ } from '../lib/i18n.js';
import { cardName } from './cardnames.js';
import { show, state } from './store.js';
import { answer } from './talk.js';

/**
 * @param {{seq: number, card: string, text: string, cards: {card: string, behind: number}[]}} hint
 */
export function told({ seq, card, text, cards }) {
  if (seq !== state.value.seq) return;
  show({ hint: { seq, card } });
  const lang = document.documentElement.lang;
  const others = cards
    .filter((one) => one.card !== card)
    .map((one) => `${cardName(one.card)} −${one.behind.toLocaleString(lang)}`)
    .join(', ');
  answer(others ? `${text} ${_('Expected points behind the best: %(cards)s.', { cards: others })}` : text);
}
