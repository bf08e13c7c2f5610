/** Show what the expert would play, and why: as a sentence, and marked in the hand until something moves. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardName } from './cardnames.js';
import { show, state } from '../state/store.js';
import { answer } from './announcements.js';

/** @typedef {{card: string, behind: number, points_less: number, win_less: number}} HintCard */

/**
 * @param {{seq: number, card: string, text: string, cards: HintCard[]}} hint
 */
export function showHint({ seq, card, text, cards }) {
  if (seq !== state.value.seq) return;
  show({ hint: { seq, card } });
  const others = cards
    .filter((option) => option.card !== card)
    .map((option) => lessText(option, document.documentElement.lang))
    .join(', ');
  answer(others ? `${text} ${_('The others, against it: %(cards)s.', { cards: others })}` : text);
}

/**
 * Return a card with the points and the chance to win that it brings less than the best one:
 * "Three of cups −1.8 points, −4 % to win".
 * @param {HintCard} other
 * @param {string} lang
 */
export function lessText({ card, points_less: points, win_less: win }, lang) {
  const parts = [];
  const shown = Math.round(points * 10) / 10;
  if (shown > 0) parts.push(`−${ngettext('%(n)s point', '%(n)s points', shown, { n: shown.toLocaleString(lang) })}`);
  if (Math.round(win * 100) > 0) parts.push(_('−%(win)s to win', { win: `${Math.round(win * 100)} %` }));
  return `${cardName(card)} ${parts.join(', ') || '±0'}`;
}
