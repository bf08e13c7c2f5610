/** Say how a deal stands, in sentences: what lies on the table, points, trumps and the cards left. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { cardInText, suitName } from './cardnames.js';
import { pointsMade } from '../state/contract.js';
import { contractTexts } from './lazy_texts.js';
import { playSentence } from './play_sentences.js';
import { pointsText } from './sentences.js';

/**
 * @typedef {import('../protocol.js').View} View
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 */

/**
 * Return the sentence for what lies on the table.
 * @param {View} view
 * @param {SpeechContext} context
 * @returns {string}
 */
export function trickText(view, context) {
  const plays = view.trick?.plays ?? [];
  if (view.phase === 'auction' && view.auction) return contractTexts()?.auctionText(view.auction, context) ?? '';
  if (!plays.length) return _('No card lies on the table.');
  const cards = playsText(plays, context);
  const winning = view.trick?.winning;
  if (winning === null || winning === undefined) return `${cards}.`;
  return `${cards}. ${winning === context.you ? _('You are winning it.') : _('%(name)s is winning it.', { name: context.name(winning) })}`;
}

/**
 * @param {import('../protocol.js').Play[]} plays
 * @param {SpeechContext} context
 */
function playsText(plays, context) {
  return plays
    .map((play) => `${play.seat === context.you ? _('You') : context.name(play.seat)}: ${cardInText(play.card)}`)
    .join(', ');
}

/**
 * Return the sentences for the trick before: who played what, who took it, and its points.
 * @param {View} view
 * @param {SpeechContext} context
 * @returns {string}
 */
export function lastTrickText({ last_trick: last }, context) {
  if (!last) return _('No trick has been taken yet.');
  const cards = playsText(last.plays, context);
  const winner = last.winner ?? 0;
  const taken = playSentence({ type: 'trick_taken', points: last.points ?? 0 }, winner === context.you, context.name(winner));
  return `${_('Last trick')}. ${cards}. ${taken}`;
}

/**
 * Return the sentences for points, trumps and the cards left.
 * @param {View} view
 * @param {SpeechContext} context
 * @returns {string}
 */
export function standText(view, context) {
  const score = _('Match: %(score)s', { score: pointsText(view.score, context) });
  return `${[pointsText(view.points.sides, context), ...dealParts(view, context), score].join('. ')}.`;
}

/**
 * Return the sentences for a player who comes to the table: the tournament, and points only where there are some.
 * @param {View} view
 * @param {SpeechContext} context
 * @param {import('../protocol.js').TableTournament} [event]
 * @returns {string}
 */
export function arrivalText(view, context, event) {
  const parts = dealParts(view, context);
  if (view.points.sides.some(Boolean)) parts.unshift(pointsText(view.points.sides, context));
  if (event) parts.unshift(_('%(name)s, round %(round)s of %(rounds)s', { name: event.name, round: event.round, rounds: event.rounds }));
  if (view.score.some(Boolean)) parts.push(_('Match: %(score)s', { score: pointsText(view.score, context) }));
  return parts.length ? `${parts.join('. ')}.` : '';
}

/**
 * Return the sentences for the contract, trumps and the cards left of a deal.
 * @param {View} view
 * @param {SpeechContext} context
 */
function dealParts(view, context) {
  const parts = [];
  if (view.contract) parts.push(contractText(view, view.contract, context));
  if (view.trump) parts.push(_('Trumps: %(suit)s', { suit: suitName(view.trump.suit).toLowerCase() }));
  if (view.stock) parts.push(ngettext('%(n)s card left', '%(n)s cards left', view.stock));
  return parts;
}

/**
 * @param {View} view
 * @param {import('../protocol.js').Contract} contract
 * @param {SpeechContext} context
 */
function contractText(view, contract, context) {
  const points = pointsMade(view);
  const parts = [contractTexts()?.contractLine(contract, context), contractTexts()?.partnerLine(contract, context)];
  if (points !== null) parts.push(_('made %(n)s', { n: points }));
  return parts.filter(Boolean).join(', ');
}
