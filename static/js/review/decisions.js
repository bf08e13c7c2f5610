/** What the analysis says of decisions that play no card, in words. */
import { gettext as _ } from '../lib/i18n.js';
import { bidText } from '../table/speech/bids.js';
import { cardInText, lower, suitName } from '../table/speech/cardnames.js';
import { signName } from '../table/speech/signs.js';
import { cardsText } from './texts.js';

/** @typedef {import('./analysis_store.js').Decision} Decision */

/**
 * Return what a decision was about, as a title.
 * @param {Decision} decision
 * @returns {string}
 */
export function decisionTitle({ kind }) {
  if (kind === 'exchange') return _('The exchange');
  if (kind === 'marriage') return _('King and knight');
  if (kind === 'claim') return _('The claim');
  if (kind === 'sign') return _('The sign');
  if (kind === 'bid') return _('The bid');
  return kind === 'call' ? _('The call') : _('The cards put away');
}

/**
 * Return an option in words, within a sentence.
 * @param {Decision} decision
 * @param {string} code
 * @param {boolean} byPoints whether bids are points
 * @returns {string}
 */
export function optionText({ kind, cards }, code, byPoints) {
  const [give = '', take = ''] = cards;
  if (kind === 'exchange') {
    const values = { give: cardInText(give), take: cardInText(take) };
    return code === 'exchange' ? _('exchange %(give)s for %(take)s', values) : _('keep %(give)s', values);
  }
  if (kind === 'marriage')
    return code === 'show' ? _('show king and knight of %(suit)s', { suit: lower(suitName(give.slice(0, 1))) }) : _('show nothing');
  if (kind === 'claim') return code === 'claim' ? _('claim the rest') : _('play on');
  if (kind === 'sign') return code === 'silent' ? _('make no sign') : _('the sign “%(sign)s”', { sign: signName(code) });
  if (kind === 'bid') return lower(bidText(bidOf(code, byPoints)));
  return kind === 'call' && code.length === 1 ? lower(suitName(code)) : cardsText(code.split(' '));
}

/**
 * Return what others could do with a sign, or with a hand that was laid open.
 * @param {Decision} decision
 * @param {(seat: number) => string} nameOf
 * @returns {string}
 */
export function toldText({ told = [], chosen }, nameOf) {
  return told
    .map(({ seat, card, without, gain }) => {
      const values = { name: nameOf(seat), card: cardInText(card), without: cardInText(without) };
      if (chosen === 'silent') return _('With it %(name)s would have known %(card)s to be better than %(without)s.', values);
      return gain < 0
        ? _('%(name)s is misled to %(card)s, where %(without)s is better.', values)
        : _('With it %(name)s knows %(card)s to be better than %(without)s.', values);
    })
    .join(' ');
}

/**
 * Return the bid of a code: `pass`, `75`, `3`, `3/70`.
 * @param {string} code
 * @param {boolean} byPoints
 * @returns {any}
 */
function bidOf(code, byPoints) {
  if (code === 'pass') return code;
  if (byPoints) return { points: Number(code) };
  const [rank, points] = code.split('/').map(Number);
  return points === undefined ? { rank } : { rank, points };
}
