/** Say what the turned card waits for: which card changes it, and when. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText, cardName } from './cardnames.js';

/** The numbers of the cards that only the seven changes: those above it. */
const ABOVE_SEVEN = ['1', '3', '12', '11', '10', '9', '8'];

/**
 * Return the card that changes the turned one, null where none does.
 * @param {string} turned
 * @param {Record<string, unknown>} rules
 */
export function changingCard(turned, rules) {
  const suit = turned[0];
  const number = turned.slice(1);
  if (number === '2') return null;
  // Where three and seven change places, only the ace is above the seven.
  const above = rules.ranks === 'swap_3_7' ? ['1'] : ABOVE_SEVEN;
  return above.includes(number) ? `${suit}7` : `${suit}2`;
}

/**
 * Return why one cannot change the turned card now, and what has to come first; empty where none lies there.
 * @param {Pick<import('../state/reduce.js').State, 'view' | 'table'>} seen
 * @returns {string}
 */
export function exchangeText({ view, table }) {
  if (!view?.turned) return '';
  const { turned, hand, trump } = view;
  const { rules } = table;
  const card = cardName(turned);
  if (!rules['exchange.enabled']) return _('%(card)s stays where it lies: this game has no exchange.', { card });
  const changing = changingCard(turned, rules);
  const changed = turned !== trump?.card && !rules['exchange.chain'];
  if (!changing || changed) return _('%(card)s stays where it lies: no card changes it.', { card });
  if (rules['exchange.deadline'] === 'penultimate' && view.stock <= table.players)
    return _('It is too late to change %(card)s.', { card: cardInText(turned) });
  if (!hand?.includes(changing)) {
    const cards = { card: cardInText(changing), other: cardInText(turned) };
    return _('Whoever has won a trick may change %(card)s for %(other)s.', cards);
  }
  return rules['exchange.won_scope'] === 'team' && rules['exchange.timing'] === 'any_time'
    ? _('You may change %(card)s once your side has won a trick.', { card: cardInText(changing) })
    : _('You may change %(card)s once you have won a trick.', { card: cardInText(changing) });
}
