/** What the analysis says of exchanges, bids, calls and discards, in words. */
import { gettext as _ } from '../lib/i18n.js';
import { bidText } from '../table/speech/bids.js';
import { cardInText, lower, suitName } from '../table/speech/cardnames.js';
import { cardsText } from './texts.js';

/** @typedef {import('./analysis_store.js').Decision} Decision */

/**
 * Return what a decision was about, as a title.
 * @param {Decision} decision
 * @returns {string}
 */
export function decisionTitle({ kind }) {
  if (kind === 'exchange') return _('The exchange');
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
  if (kind === 'bid') return lower(bidText(bidOf(code, byPoints)));
  return kind === 'call' && code.length === 1 ? lower(suitName(code)) : cardsText(code.split(' '));
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
