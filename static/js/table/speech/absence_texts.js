/** Write the sentences for players who are gone: whose seat a bot plays, who is back, what is asked of those who remain. Pure. */
import { gettext as _ } from '../../lib/i18n.js';

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
 * Return whether a bot plays for the person of this page, while the match runs.
 * @param {Table} table
 */
function botPlaysFor({ status, seats, you }) {
  return status === 'playing' && you.seat !== null && Boolean(seats[you.seat]?.substitute);
}
