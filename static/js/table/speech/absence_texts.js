/** Write the sentences for players who are gone: whose seat a bot plays, who is back, what is asked of those who remain. Pure. */
import { gettext as _, ngettext } from '../../lib/i18n.js';

/**
 * @typedef {import('../protocol.js').Table} Table
 * @typedef {import('../protocol.js').Absence} Absence
 */

/**
 * Return the sentence that announces a change of who plays one's own seat; empty without a change.
 * @param {Table | null} before null on arrival
 * @param {Table} after
 */
export function ownSeatNews(before, after) {
  const was = before !== null && botPlaysFor(before);
  const is = botPlaysFor(after);
  if (is && !was) return botPlaysForYou();
  return was && !is && after.status === 'playing' ? _('You play for yourself again.') : '';
}

/** Return the sentence that says that a bot plays one's own seat, and how to play on. */
export function botPlaysForYou() {
  return _('A bot plays for you. Press “%(button)s” to play on yourself.', { button: _('Take my seat back') });
}

/**
 * Return the sentences that announce what is asked about players who are gone, once for each step of it.
 * @param {Table | null} before null on arrival
 * @param {Table} after
 * @param {(vote: Absence) => boolean} isShown whether a vote is shown to the person of this page
 * @returns {string[]}
 */
export function absenceNews(before, after, isShown) {
  if (after.status !== 'playing') return [];
  const own = after.you.seat;
  return (after.absences ?? []).filter((vote) => vote.seat !== own).flatMap((vote) => {
    const last = (before?.absences ?? []).find(({ seat }) => seat === vote.seat);
    if (!isShown(vote) || (last && isShown(last) && step(last, own) === step(vote, own))) return [];
    const name = after.seats[vote.seat]?.player ?? '';
    const time = minutesOrSeconds(vote.ends_in_ms);
    const happened = last?.kind === vote.kind ? '' : `${whatHappened(vote, name)}.`;
    if (vote.result === 'wait') return [[happened, `${waiting(name, time)}.`].filter(Boolean).join(' ')];
    return [[happened, situation(vote, own, time), choices(vote, after)].filter(Boolean).join(' ')];
  });
}

/**
 * Return the sentences that announce whom else a bot plays for now, and who is back.
 * @param {Table | null} before null on arrival, when neither is news
 * @param {Table} after
 * @returns {string[]}
 */
export function substituteNews(before, after) {
  if (!before || before.status !== 'playing' || after.status !== 'playing') return [];
  return after.seats.flatMap((sitting, seat) => {
    const was = before.seats[seat];
    const name = sitting.player ?? '';
    if (seat === after.you.seat || !was || was.player !== sitting.player) return [];
    if (sitting.substitute) return was.substitute ? [] : [_('A bot plays for %(name)s now.', { name })];
    const missed = was.substitute || isAsked(before, seat);
    return missed && sitting.connected && !isAsked(after, seat) ? [_('%(name)s is back.', { name })] : [];
  });
}

/**
 * @param {Table} table
 * @param {number} seat
 */
function isAsked({ absences }, seat) {
  return (absences ?? []).some((vote) => vote.seat === seat);
}

/**
 * @param {number[]} voters
 * @param {number | null} own
 */
function isVoter(voters, own) {
  return own !== null && voters.includes(own);
}

/**
 * Return what tells one step of a vote from the next for the person at a seat.
 * @param {Absence} vote
 * @param {number | null} own
 */
function step({ kind, result, voters }, own) {
  return `${kind} ${result} ${isVoter(voters, own)}`;
}

/**
 * Return the choices of the person of this page, named as their buttons are; empty without any.
 * @param {Absence} vote
 * @param {Table} table
 */
function choices({ voters, may, result }, { you, players }) {
  if (result !== 'open' || !isVoter(voters, you.seat)) return '';
  return _('You can choose: %(choices)s.', { choices: may.map((choice) => choiceWords(choice, players)).join(', ') });
}

/**
 * Return what a choice about a player who is gone is called.
 * @param {'wait' | 'bot' | 'end'} choice
 * @param {number} players
 */
export function choiceWords(choice, players) {
  if (choice === 'wait') return _('Wait');
  if (choice === 'bot') return _('A bot plays on');
  return players === 2 ? _('Claim the match') : _('End it here');
}

/**
 * Return what has become of a player who is gone.
 * @param {Absence} vote
 * @param {string} name
 */
export function whatHappened({ kind }, name) {
  return kind === 'left' ? _('%(name)s has left the match', { name }) : _('%(name)s has lost the connection', { name });
}

/**
 * Return for whom all wait, and how long.
 * @param {string} name
 * @param {string} time
 */
export function waiting(name, time) {
  return _('Waiting for %(name)s: %(time)s', { name, time });
}

/**
 * Return what is asked about a player who is gone, or what happens to the match.
 * @param {Absence} vote
 * @param {number | null} own
 * @param {string} time until it ends
 */
export function situation(vote, own, time) {
  if (vote.result === 'end') return _('The match is being ended.');
  if (vote.kind === 'left') return _('You may claim the match now, or play on against a bot.');
  if (!isVoter(vote.voters, own)) return _('The others choose how it goes on, within %(time)s.', { time });
  if (vote.kind === 'away') return _('It is not their turn, so they lose nothing yet. If you do not choose, the match waits for them.');
  return _('How does it go on? If you do not choose, a bot plays for them in %(time)s.', { time });
}

/**
 * Return a time as it is said aloud: in whole minutes from one minute on, else in seconds.
 * @param {number} ms
 */
function minutesOrSeconds(ms) {
  const all = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.round(all / 60);
  return all < 60 ? ngettext('%(n)s second', '%(n)s seconds', all) : ngettext('%(n)s minute', '%(n)s minutes', minutes);
}

/**
 * Return whether a bot plays for the person of this page, while the match runs.
 * @param {Table} table
 */
function botPlaysFor({ status, seats, you }) {
  return status === 'playing' && you.seat !== null && Boolean(seats[you.seat]?.substitute);
}
