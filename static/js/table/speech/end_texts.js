/** Write figures and results in the order in which their reader sees them: their own side first. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { figureText } from './figures.js';
import { sidesInOrder } from '../state/own_side.js';

/**
 * @typedef {import('../protocol.js').Result} Result
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 * @typedef {{winners: number[] | null, score: number[], ended_by: string | null}} MatchEnd
 */

/**
 * Return the figures of the sides in the order in which the reader sees them: "71 to 49".
 * @param {number[]} figures by side
 * @param {SpeechContext} context
 * @param {number[]} [winners]
 */
export function scoreText(figures, context, winners = []) {
  const shown = sidesInOrder(context.sides, context.you, winners).map((side) => figureText(figures[side] ?? 0));
  if (shown.length === 2) return _('%(own)s to %(other)s', { own: shown[0] ?? '', other: shown[1] ?? '' });
  return shown.join(', ');
}

/**
 * Return the side of the reader; -1 for who has none.
 * @param {SpeechContext} context
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

/** @type {((end: MatchEnd, context: SpeechContext) => string) | null} */
let title = null;

/**
 * Set how a match is titled, once those words are fetched.
 * @param {(end: MatchEnd, context: SpeechContext) => string} words
 */
export function setMatchTitle(words) {
  title = words;
}

/**
 * Return the result of a match as a sentence; before its words are there, that it is over.
 * @param {MatchEnd} end
 * @param {SpeechContext} context
 */
export function matchSentence(end, context) {
  return `${title ? title(end, context) : _('The match is over')}.`;
}
