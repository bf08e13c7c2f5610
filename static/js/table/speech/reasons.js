/** Say why a card may not be played now, worked out from what one sees. Pure. */
import { gettext as _ } from '../../lib/i18n.js';

/**
 * @typedef {import('../protocol.js').View} View
 * @typedef {"arrastre" | "prisoner" | "follow" | "trump" | "beat" | "other"} Reason
 */

/**
 * Return the reason for a card of one's own hand that is not among the legal ones.
 * @param {string} card
 * @param {View} view
 * @param {Record<string, any>} rules
 * @returns {Reason}
 */
export function reasonFor(card, view, rules) {
  const trump = view.trump?.suit ?? '';
  if (rules.muerte && card === `${trump}1`) return 'prisoner';
  const plays = view.trick?.plays ?? [];
  if (plays.some((play) => play.announce === 'arrastre')) return 'arrastre';
  const led = plays[0]?.card.charAt(0);
  const follows = rules['play.must_follow'] || (rules['play.obligations'] ?? 'free') !== 'free';
  if (!led || !follows) return 'other';
  const suit = card.charAt(0);
  const holds = (/** @type {string} */ one) => view.hand.some((held) => held.charAt(0) === one);
  if (suit !== led && holds(led)) return 'follow';
  if (suit !== led && suit !== trump && holds(trump)) return 'trump';
  return 'beat';
}

/** @type {Record<Reason, () => string>} */
const SHORT = {
  arrastre: () => _('not now: there is arrastre'),
  prisoner: () => _('prisoner until the three of trumps has been played'),
  follow: () => _('not now: the suit has to be followed'),
  trump: () => _('not now: it has to be trumped'),
  beat: () => _('not now: a higher one has to be played'),
  other: () => _('not now'),
};

/** @type {Record<Reason, () => string>} */
const LONG = {
  arrastre: () => _('Not that one: arrastre asks for your highest trump.'),
  prisoner: () => _('The ace is a prisoner until the three of trumps has been played.'),
  follow: () => _('Not that one: you have the suit that was led.'),
  trump: () => _('Not that one: you have no card of that suit, so you play a trump.'),
  beat: () => _('Not that one: you can beat what lies there, and have to.'),
  other: () => _('That card cannot be played now.'),
};

/**
 * Return a reason, to follow the name of a card.
 * @param {Reason} reason
 */
export function shortReason(reason) {
  return SHORT[reason]();
}

/**
 * Return a reason as a sentence.
 * @param {Reason} reason
 */
export function longReason(reason) {
  return LONG[reason]();
}
