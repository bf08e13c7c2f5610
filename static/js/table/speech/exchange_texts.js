/** Say what the turned card waits for: which card changes it, and when. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText, cardName } from './cardnames.js';

/**
 * @typedef {object} ExchangeState
 * @property {string} turned The turned card.
 * @property {string} first The card that was turned when the deal began.
 * @property {string[]} hand One's own cards; none for watchers.
 * @property {boolean} plays Whether one sits at the table.
 * @property {number} stock The cards left in the stock, the turned one included.
 * @property {number} players
 * @property {Record<string, unknown>} rules The options of the table's rules.
 */

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
 * Return why one cannot change the turned card now, and what has to come first.
 * @param {ExchangeState} seen
 * @returns {string}
 */
export function exchangeText(seen) {
  const turned = cardName(seen.turned);
  if (!seen.rules['exchange.enabled']) return _('%(card)s stays where it lies: this game has no exchange.', { card: turned });
  const changing = changingCard(seen.turned, seen.rules);
  const changed = seen.turned !== seen.first && !seen.rules['exchange.chain'];
  if (!changing || changed) return _('%(card)s stays where it lies: no card changes it.', { card: turned });
  if (isOver(seen)) return _('It is too late to change %(card)s.', { card: cardInText(seen.turned) });
  if (!seen.plays || !seen.hand.includes(changing))
    return _('Whoever has won a trick may change %(card)s for %(other)s.', {
      card: cardInText(changing),
      other: cardInText(seen.turned),
    });
  return seen.rules['exchange.won_scope'] === 'team' && seen.rules['exchange.timing'] === 'any_time'
    ? _('You may change %(card)s once your side has won a trick.', { card: cardInText(changing) })
    : _('You may change %(card)s once you have won a trick.', { card: cardInText(changing) });
}

/**
 * Return whether no trick is left after which the card may be changed.
 * @param {ExchangeState} seen
 */
function isOver({ rules, stock, players }) {
  return rules['exchange.deadline'] === 'penultimate' && stock <= players;
}
