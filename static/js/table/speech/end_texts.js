/** Write figures and results in the order in which their reader sees them: their own side first. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { written } from './figures.js';
import { sidesInOrder } from '../state/own_side.js';

/**
 * @typedef {import('../protocol.js').Result} Result
 * @typedef {import('../protocol.js').Told} Told
 * @typedef {{winners: number[] | null, score: number[], ended_by: string | null}} MatchEnd
 */

/**
 * Return the figures of the sides in the order in which the reader sees them: "71 to 49".
 * @param {number[]} figures by side
 * @param {Told} told
 * @param {number[]} [winners]
 */
export function scoreText(figures, told, winners = []) {
  const shown = sidesInOrder(told.sides, told.you, winners).map((side) => written(figures[side] ?? 0));
  if (shown.length === 2) return _('%(own)s to %(other)s', { own: shown[0] ?? '', other: shown[1] ?? '' });
  return shown.join(', ');
}

/**
 * Return the side of the reader; -1 for who has none.
 * @param {Told} told
 */
export function ownSide({ sides, you }) {
  return you === null ? -1 : sides.findIndex((seats) => seats.includes(you));
}

/**
 * Return the sides that win a deal; where all count their points, those with most.
 * @param {Pick<Result, 'game_points'>} result
 */
export function winnersOf({ game_points }) {
  const winners = game_points.flatMap((points, side) => (points > 0 ? [side] : []));
  return winners.length === game_points.length ? leaders(game_points) : winners;
}

/**
 * Return the sides with most.
 * @param {number[]} figures
 */
export function leaders(figures) {
  const most = Math.max(...figures);
  return figures.flatMap((figure, side) => (figure === most ? [side] : []));
}

/** @type {((end: MatchEnd, told: Told) => string) | null} */
let title = null;

/**
 * Set how a match is titled, once those words are fetched.
 * @param {(end: MatchEnd, told: Told) => string} words
 */
export function setMatchTitle(words) {
  title = words;
}

/**
 * Return the result of a match as a sentence; before its words are there, that it is over.
 * @param {MatchEnd} end
 * @param {Told} told
 */
export function matchSentence(end, told) {
  return `${title ? title(end, told) : _('The match is over')}.`;
}
