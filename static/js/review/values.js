/** What the cards of a decision were worth, as figures and short words. */
import { gettext as _, ngettext } from '../lib/i18n.js';
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
const signedFigure = (value) => `${value < 0 ? '−' : '+'}${figure(Math.abs(value))}`;

/** Return points in words. @param {number} points */
export const amount = (points) => {
  const text = { n: figure(points) };
  const shown = Number(points.toFixed(digits(points)));
  return inGamePoints.value
    ? ngettext('%(n)s game point', '%(n)s game points', shown, text)
    : ngettext('%(n)s point', '%(n)s points', shown, text);
};

/** @param {number} value from 0 to 1 */
export const percent = (value) => `${Math.round(value * 100)} %`;

/** Least differences that are told. */
const LEAST_POINTS = 0.05;
const LEAST_WIN = 0.005;

/**
 * Return the points, and the chance to win (0 to 1), that one choice brings less than another.
 *
 * The value that ranks choices (`behind`, `loss`) adds both up, so it is never shown as points.
 * @param {{points: number, win: number}} better
 * @param {{points: number, win: number}} other
 */
const difference = (better, other) => ({ points: better.points - other.points, win: better.win - other.win });

/**
 * Return the best choice of a judgement, as `difference` takes it.
 * @param {{best_points: number, best_win: number}} judged
 */
const bestOf = (judged) => ({ points: judged.best_points, win: judged.best_win });

/**
 * Return what one choice brings less than another, in words, without a sign: "7.9 points", "7.9 points, 22 % to win".
 * @param {{points: number, win: number}} better
 * @param {{points: number, win: number}} other
 */
export function differenceText(better, other) {
  const { points, win } = difference(better, other);
  if (win < LEAST_WIN) return amount(Math.max(points, 0));
  const values = { points: amount(points), win: percent(win) };
  return points >= LEAST_POINTS ? _('%(points)s, %(win)s to win', values) : _('%(win)s to win', values);
}

/**
 * Return what one choice brings more or less than another as a figure with its sign: points, or else the
 * chance to win; '' where they are as good.
 * @param {{points: number, win: number}} own
 * @param {{points: number, win: number}} other
 */
export function shortDifference(own, other) {
  const { points, win } = difference(own, other);
  if (Math.abs(points) >= level() && Math.sign(points) !== -Math.sign(Math.round(100 * win))) return signedFigure(points);
  if (Math.abs(win) >= LEAST_WIN) return `${win < 0 ? '−' : '+'}${percent(Math.abs(win))}`;
  return Math.abs(points) >= LEAST_POINTS ? signedFigure(points) : '';
}

/**
 * Return what a choice cost against the best one: points, and the chance to win the deal where it is less.
 * @param {Pick<import('./analysis_store.js').Judged, 'points' | 'win' | 'best_points' | 'best_win'>} judged
 */
export function costText(judged) {
  const { points, win } = difference(bestOf(judged), judged);
  if (win < LEAST_WIN) return `−${amount(Math.max(points, 0))}`;
  const values = { points: amount(points), win: percent(win) };
  return points >= LEAST_POINTS ? _('−%(points)s, −%(win)s to win', values) : _('−%(win)s to win', values);
}

/**
 * Return what a choice cost as a figure for a table, with its sign; a dash where nothing was lost.
 * @param {import('./analysis_store.js').Judged} judged
 */
export const shortCost = (judged) => (judged.loss && shortDifference(judged, bestOf(judged))) || '–';

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
  const option = play?.judged?.cards.find((other) => other.card === card);
  if (!option || !play?.judged || isLevel(play.judged)) return mark ? { text: mark, spoken: '', best: false } : null;
  const best = option.card === play.judged.best;
  const isWorse = option.behind > level();
  const text = best ? _('Best') : isWorse ? shortDifference(option, bestOf(play.judged)) : '';
  const spoken = best
    ? _('The best card.')
    : isWorse
      ? _('It costs %(points)s.', { points: differenceText(bestOf(play.judged), option) })
      : '';
  return { text: [mark, text].filter(Boolean).join(' · '), spoken, best: best && !mark };
}
