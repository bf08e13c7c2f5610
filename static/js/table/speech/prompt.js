/** Say what is asked of the player now, in a sentence. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText } from './cardnames.js';
import { secretPartner } from '../state/contract.js';
import { contractTexts } from './lazy_texts.js';

/**
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

/**
 * Return what one has to do, or whom everybody waits for; empty where it goes without saying.
 * @param {View} view
 * @param {Record<string, any>} rules
 * @param {SpeechContext} context
 * @returns {string}
 */
export function prompt(view, rules, context) {
  const own = view.turn !== null && view.turn === view.seat;
  const name = view.turn === null ? '' : context.name(view.turn);
  switch (view.phase) {
    case 'draw_dealer':
      return _('It is being drawn who deals first.');
    case 'cut':
      return own ? _('Cut the deck.') : _('%(name)s cuts the deck.', { name });
    case 'auction':
      return own ? (contractTexts()?.bidPrompt(view, rules) ?? '') : _('%(name)s bids.', { name });
    case 'discard':
    case 'call':
      return contractTexts()?.callPrompt(view, rules, own, name) ?? '';
    case 'play':
      return own ? playPrompt(view) : '';
    default:
      return '';
  }
}

/** @param {View} view */
function playPrompt(view) {
  const owed = owedCards(view);
  if (owed.length) return _('Arrastre: you owe %(cards)s.', { cards: owed.map(cardInText).join(', ') });
  if (!view.trump && view.contract) return _('In this trick there are no trumps.');
  return secretPartner(view) && view.trick?.number === 1 ? _('You are the partner. Nobody else knows.') : '';
}

/**
 * Return the cards that arrastre leaves one to play; empty without it.
 * @param {View} view
 * @returns {string[]}
 */
export function owedCards(view) {
  const called = (view.trick?.plays ?? []).some((play) => play.announce === 'arrastre');
  if (!called || view.turn !== view.seat) return [];
  const owed = new Set(view.legal.flatMap(({ type, card }) => (type === 'play' && card ? [card] : [])));
  return owed.size < view.hand.length ? [...owed] : [];
}
