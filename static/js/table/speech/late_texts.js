/** Write the sentences that are needed once cards have been played: how a deal stands, how it and a match end, what all agree on. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { cardInText } from './cardnames.js';
import { leaders, matchSentence, winnersOf } from './end_texts.js';
import { contractTexts } from './lazy_texts.js';
import { sidesInOrder } from '../state/own_side.js';
import { pointsText, sideName, signed } from './sentences.js';
import { accordSentence } from './offers.js';

export { standText, trickText } from './standing.js';

/**
 * @typedef {import('../protocol.js').Event} Event
 * @typedef {import('../protocol.js').Told} Told
 */

/**
 * Return the sentence for how a deal or match ends, or an offer; empty for any other event.
 * @param {Event} event
 * @param {Told} told
 * @returns {string}
 */
export function lateSentence(event, told) {
  const own = event.seat === told.you;
  const name = typeof event.seat === 'number' ? told.name(event.seat) : '';
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
      return endText(event.result, told);
    case 'match_ended':
      return matchSentence(/** @type {import('./end_texts.js').MatchEnd & Event} */ (event), told);
    default:
      return accordSentence(event, own, name);
  }
}

/**
 * @param {import('../protocol.js').Result} result
 * @param {Told} told
 */
function endText(result, told) {
  const points = _('End of the deal. %(points)s.', {
    points: pointsText(result.totals ?? result.points.sides, told, winnersOf(result)),
  });
  if (result.ended_by === 'all_passed') return _('Everybody passes: the next one deals.');
  const { contract } = result;
  if (!contract) return points;
  return `${contractTexts()?.contractEnd(contract, told) ?? ''} ${signedText(result.game_points, told)}.`;
}

/**
 * Return what each side wins or loses, with its sign.
 * @param {number[]} sides
 * @param {Told} told
 */
function signedText(sides, told) {
  return sidesInOrder(told.sides, told.you, leaders(sides))
    .map((side) => `${sideName(side, told)} ${signed(sides[side] ?? 0)}`)
    .join(', ');
}
