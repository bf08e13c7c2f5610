/** Show what the expert would play, and why: as a sentence, and marked in the hand until something moves. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardName } from './cardnames.js';
import { show, state } from '../state/store.js';
import { answer } from './announcements.js';

/**
 * @param {{seq: number, card: string, text: string, cards: {card: string, behind: number}[]}} hint
 */
export function showHint({ seq, card, text, cards }) {
  if (seq !== state.value.seq) return;
  show({ hint: { seq, card } });
  const others = cards
    .filter((one) => one.card !== card)
    .map((one) => behindText(one, document.documentElement.lang))
    .join(', ');
  answer(others ? `${text} ${_('Expected points behind the best: %(cards)s.', { cards: others })}` : text);
}

/**
 * Return a card and the points that it is expected to bring less than the best: "Three of cups −1.8".
 * @param {{card: string, behind: number}} other
 * @param {string} lang
 */
export function behindText({ card, behind }, lang) {
  const short = Math.round(behind * 10) / 10;
  return `${cardName(card)} ${short > 0 ? `−${short.toLocaleString(lang)}` : '±0'}`;
}
