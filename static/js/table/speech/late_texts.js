/** Write the sentences that are needed once cards are played: what is played, how a deal stands, how it and a match end, what all agree on. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText } from './cardnames.js';
import { leaders, matchSentence, winnersOf } from './end_texts.js';
import { contractTexts } from './lazy_texts.js';
import { sidesInOrder } from '../state/own_side.js';
import { playSentence } from './play_sentences.js';
import { pointsText, sideName, signed } from './sentences.js';
import { accordSentence } from './offers.js';

export { arrivalText, standText, trickText } from './standing.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

/**
 * Return the sentence for a card that moves, for how a deal or match ends, or an offer; empty for any other event.
 * @param {Event} event
 * @param {SpeechContext} context
 * @returns {string}
 */
export function lateSentence(event, context) {
  const own = event.seat === context.you;
  const name = typeof event.seat === 'number' ? context.name(event.seat) : '';
  switch (event.type) {
    case 'claimed':
      return own
        ? _('You take all the rest.')
        : _('%(name)s shows the highest trumps and takes all the rest.', { name });
    case 'claim_failed':
      return own
        ? _('Your claim is not true: everybody sees your cards.')
        : _('%(name)s claims the rest, which is not true, and shows %(cards)s.', {
            name,
            cards: event.cards.map(cardInText).join(', '),
          });
    case 'resigned':
      return own ? _('You resign.') : _('%(name)s resigns.', { name });
    case 'deal_ended':
      return endText(event.result, context);
    case 'match_ended':
      return matchSentence(/** @type {import('./end_texts.js').MatchEnd & Event} */ (event), context);
    default:
      return playSentence(event, own, name, context.substituted) || accordSentence(event, own, name);
  }
}

/**
 * @param {import('../protocol.js').Result} result
 * @param {SpeechContext} context
 */
function endText(result, context) {
  const points = _('End of the deal. %(points)s.', {
    points: pointsText(result.totals ?? result.points.sides, context, winnersOf(result)),
  });
  if (result.ended_by === 'all_passed') return _('Everybody passes: the next one deals.');
  const { contract } = result;
  if (!contract) return points;
  return `${contractTexts()?.contractEnd(contract, context) ?? ''} ${signedText(result.game_points, context)}.`;
}

/**
 * Return what each side wins or loses, with its sign.
 * @param {number[]} sides
 * @param {SpeechContext} context
 */
function signedText(sides, context) {
  return sidesInOrder(context.sides, context.you, leaders(sides))
    .map((side) => `${sideName(side, context)} ${signed(sides[side] ?? 0)}`)
    .join(', ');
}
