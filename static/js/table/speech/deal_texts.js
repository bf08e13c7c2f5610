/**
 * How deals and matches came out, in titles, and what else stands there: fetched with the last tricks.
 */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { leaders, ownSide, scoreText, setMatchTitle } from './end_texts.js';
import { contractTexts } from './lazy_texts.js';

/**
 * @typedef {import('../protocol.js').Result} Result
 * @typedef {import('../protocol.js').SpeechContext} SpeechContext
 * @typedef {import('./end_texts.js').MatchEnd} MatchEnd
 */

/**
 * Return the players of some sides by name, the reader left out: "Neus and Pau".
 * @param {number[]} sides
 * @param {SpeechContext} context
 */
function playersText(sides, context) {
  const names = sides.flatMap((side) => context.sides[side] ?? []).filter((seat) => seat !== context.you).map(context.name);
  return new Intl.ListFormat(globalThis.document?.documentElement.lang || 'en').format(names);
}

/**
 * Return how many players these sides have.
 * @param {number[]} sides
 * @param {SpeechContext} context
 */
const players = (sides, context) => sides.reduce((sum, side) => sum + (context.sides[side]?.length ?? 0), 0);

/**
 * Return what the match came to, as its title.
 * @param {MatchEnd} end
 * @param {SpeechContext} context
 */
export function matchTitle({ winners, score, ended_by }, context) {
  if (ended_by === 'abandoned') return _('The match was called off');
  const sides = winners ?? [];
  const values = { score: scoreText(score, context, sides), names: playersText(sides, context) };
  const two = context.sides.length === 2;
  if (!sides.length) {
    if (ended_by === 'agreed')
      return two ? _('A draw by agreement, %(score)s', values) : _('A draw by agreement');
    return two ? _('The match is drawn, %(score)s', values) : _('The match is drawn');
  }
  const own = ownSide(context);
  if (sides.includes(own)) {
    if (sides.length > 1) return _('You win the match, and so do others: %(names)s', values);
    const mates = context.sides[own]?.length ?? 1;
    return two
      ? ngettext('You win the match, %(score)s', 'You win the match, %(score)s', mates, values)
      : ngettext('You win the match', 'You win the match', mates);
  }
  const many = players(sides, context);
  return two
    ? ngettext('%(names)s wins the match, %(score)s', '%(names)s win the match, %(score)s', many, values)
    : ngettext('%(names)s wins the match', '%(names)s win the match', many, values);
}

setMatchTitle(matchTitle);

/**
 * Return what decides a game of a tournament, and what follows where that is level.
 * @param {import('../protocol.js').TableTournament} event
 * @returns {string[]}
 */
export function decidingTexts({ decides, played_on }) {
  const deciding = {
    points: _('The points at this table decide.'),
    difference: _('What decides is how much more you made of these cards than the other tables.'),
    difference_of_four: _(
      'If at least four tables finish these cards, what decides is how much more you made of them than the others; else the points at this table.',
    ),
  }[decides];
  if (!deciding) return []; // of a process with the version before
  const level = played_on
    ? _('A tie that is level is played on, up to two more games; then the sum of the margins decides, and then the lot.')
    : _('Where that is level, the points are shared.');
  return [deciding, level];
}

/**
 * Return whose absence ended a match, a sentence for each; none where it was played to its end.
 * @param {MatchEnd} end
 * @param {import('../protocol.js').Gone[]} gone
 * @param {SpeechContext} context
 */
export function goneTexts({ winners, ended_by }, gone, context) {
  if (!['resigned', 'agreed', 'abandoned'].includes(ended_by ?? '')) return [];
  const losers = gone.filter(({ seat }) => !(winners ?? []).some((side) => context.sides[side]?.includes(seat)));
  return losers.map(({ seat, why, excused }) => {
    const own = seat === context.you;
    const name = context.name(seat);
    const leftText = own ? _('It ended because you had left.') : _('It ended because %(name)s had left.', { name });
    const awayText = own ? _('It ended because you had lost the connection.') : _('It ended because %(name)s had lost the connection.', { name });
    return [why === 'left' ? leftText : awayText, excused ? _('It counts against nobody.') : ''].filter(Boolean).join(' ');
  });
}

/**
 * Return what ended a match otherwise than by its score; empty where that decided.
 * @param {string | null} endedBy
 */
export function endingText(endedBy) {
  return endedBy === 'resigned' ? _('by resignation') : '';
}

/**
 * Return what a deal came to, as its title.
 * @param {Result} result
 * @param {SpeechContext} context
 * @param {string} [unit] what the score counts
 */
export function dealTitle(result, context, unit = 'deals') {
  if (result.ended_by === 'all_passed') return _('Everybody passed: the next one deals');
  if (result.contract) return contractTexts()?.contractEnd(result.contract, context) ?? '';
  const winners = result.game_points.flatMap((points, side) => (points > 0 ? [side] : []));
  const own = ownSide(context);
  const ours = winners.includes(own);
  const names = playersText(winners, context);
  if (result.ended_by === 'three_killed')
    return ours ? _('Death to the three: the deal is yours') : _('Death to the three: the deal goes to %(names)s', { names });
  if (result.ended_by === 'penalty')
    return ours
      ? _('Told what may not be told: the deal is yours')
      : _('Told what may not be told: the deal goes to %(names)s', { names });
  const figures = result.totals?.length ? result.totals : result.points.sides;
  if (unit === 'points') return _('The deal: %(points)s', { points: scoreText(figures, context, leaders(figures)) });
  const values = { names, score: scoreText(figures, context, winners) };
  if (!winners.length) return _('Nobody wins this deal, %(score)s', values);
  if (winners.length === context.sides.length) return _('Level, %(score)s: all win the deal', values);
  if (ours && winners.length > 1) return _('You win the deal, and so do others: %(names)s', values);
  const mates = context.sides[own]?.length ?? 1;
  if (ours)
    return context.sides.length === 2
      ? ngettext('You win, %(score)s', 'You win, %(score)s', mates, values)
      : ngettext('You win the deal', 'You win the deal', mates);
  const count = players(winners, context);
  return context.sides.length === 2
    ? ngettext('%(names)s wins the deal, %(score)s', '%(names)s win the deal, %(score)s', count, values)
    : ngettext('%(names)s wins the deal', '%(names)s win the deal', count, values);
}

/**
 * Return the wins of a series of matches, the reader's first; empty before one is decided.
 * @param {number[]} wins by side
 * @param {SpeechContext} context
 */
export function seriesText(wins, context) {
  if (!wins.some((won) => won > 0)) return '';
  return _('series %(score)s', { score: scoreText(wins, context, leaders(wins)) });
}

/**
 * Why a match is not rated, by the code that the server gives. @type {Record<string, () => string>}
 */
const UNRATED = {
  other_rules: () => _('other than named rules'),
  duplicate: () => _('duplicate matches never are, as both sides see every hand'),
  two_seats: () => _('somebody sat in two seats'),
  with_bots: () => _('there were bots'),
  guest_partner: () => _('a guest played in a partnership'),
  same_address: () => _('opponents played from the same internet address'),
  same_opponent: () => _("a third of the winner's rated matches of the last 14 days are against the same opponent"),
  early_resignation: () =>
    _('the win is not rated, as the match was resigned before half of the tricks of a deal were played; the loss is'),
  paused_player: () => _('somebody has a pause for leaving matches'),
  no_first_card: () => _('somebody left before playing a card'),
  player_gone: () => _('a player was gone, and the others chose how it went on'),
  abandoned: () => _('it was not played to its end'),
};

/**
 * Why a match that waits for its players will not be rated; other reasons follow from its rules.
 * @type {Record<string, () => string>}
 */
const UNRATED_BEFORE = {
  with_bots: () => _('With bots it will not be rated.'),
  guest_partner: () => _('With a guest in a partnership it will not be rated.'),
  paused_player: () => _('Somebody has a pause for leaving matches, so it will not be rated.'),
  same_address: () => _('Opponents share an internet address, so it will not be rated. It counts in all else.'),
};

/**
 * Return why a match that waits for its players will not be rated; empty where it may be.
 * @param {string | null | undefined} code
 */
export function unratedBefore(code) {
  return UNRATED_BEFORE[code ?? '']?.() ?? '';
}

/**
 * Return why a match is not rated, in a few words; empty where it is.
 * @param {string | null | undefined} code
 */
export function unratedText(code) {
  return UNRATED[code ?? '']?.() ?? '';
}
