/** What the cards of a decision were worth, as figures and short words. */
import { gettext as _ } from '../lib/i18n.js';
import { inGamePoints, plays } from './analysis_store.js';
import { baseOf, index, timeline, variation } from './store.js';
import { decisionOf } from './variation.js';

/** Points, and game points, within which choices are as good as each other. */
const LEVEL = { cards: 0.5, game: 0.05 };

/** Return the points within which choices are as good as each other. */
export const level = () => (inGamePoints.value ? LEVEL.game : LEVEL.cards);

/** Return the digits behind the point: two for small numbers of game points. @param {number} value */
const digits = (value) => (inGamePoints.value && Math.abs(value) < 10 ? 2 : 1);

/** @param {number} value */
export const figure = (value) =>
  value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits(value) }).replace('-', '−');

/** @param {number} value with its sign, as typeset */
export const signedFigure = (value) => `${value < 0 ? '−' : '+'}${figure(Math.abs(value))}`;

/** @param {number} points */
export const amount = (points) =>
  inGamePoints.value ? _('%(n)s game points', { n: figure(points) }) : _('%(n)s points', { n: figure(points) });

/** @param {number} value from 0 to 1 */
export const percent = (value) => `${Math.round(value * 100)} %`;

/**
 * Return what a choice cost: points, and the chance to win the deal where it is less.
 * @param {Pick<import('./analysis_store.js').Judged, 'loss' | 'points' | 'win' | 'best_points' | 'best_win'>} judged
 * @returns {string}
 */
export function costText(judged) {
  const points = judged.best_points - judged.points;
  const win = judged.best_win - judged.win;
  if (inGamePoints.value || win < 0.005) return `−${amount(judged.loss)}`;
  const values = { points: amount(points), win: percent(win) };
  return points > 0.05 ? _('−%(points)s, −%(win)s to win', values) : _('−%(win)s to win', values);
}

/**
 * Return the judged card of the match that a card at hand stands beside; null where none was judged.
 * @param {number} seat
 * @returns {import('./analysis_store.js').Play | null}
 */
function judgedHere(seat) {
  const tried = variation.value;
  if (tried) return tried.cards.length === 1 && tried.seat === seat ? (plays.value.get(baseOf.value?.hash ?? '') ?? null) : null;
  const line = timeline.value;
  const at = line && decisionOf(line, index.value, seat);
  // Not before the card lies there: the reader may want to think.
  if (at === null || !line || at > index.value) return null;
  return plays.value.get(line.positions[at]?.hash ?? '') ?? null;
}

/**
 * Return whether nothing hung on a choice.
 * @param {import('./analysis_store.js').Judged} judged
 */
export const isLevel = (judged) => judged.cards.every(({ behind }) => behind <= level());

/**
 * Return what stands under a card of a hand.
 * @param {number} seat
 * @param {string} card
 * @param {string} played what the seat plays in this trick
 * @returns {{text: string, spoken: string, best: boolean} | null}
 */
export function valueOf(seat, card, played) {
  const play = judgedHere(seat);
  const mark = card === played ? (variation.value ? _('Trying') : _('Played')) : '';
  const one = play?.judged?.cards.find((worth) => worth.card === card);
  if (!one || !play?.judged || isLevel(play.judged)) return mark ? { text: mark, spoken: '', best: false } : null;
  const best = one.card === play.judged.best;
  const behind = one.behind > level() ? `−${figure(one.behind)}` : '';
  const worth = best ? _('Best') : behind;
  const spoken = best ? _('The best card.') : behind ? _('It costs %(points)s.', { points: amount(one.behind) }) : '';
  return { text: [mark, worth].filter(Boolean).join(' · '), spoken, best: best && !mark };
}
