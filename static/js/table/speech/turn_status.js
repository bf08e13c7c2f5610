/** Answer the question whose turn it is, and how much time is left of it. */
import { gettext as _, ngettext } from '../../lib/i18n.js';
import { TURNS, timeLeft } from '../state/reduce.js';
import { promptText, nameOf, ownSeat, substituted, yourMove } from '../state/selectors.js';
import { clockTime, state } from '../state/store.js';
import { botPlaysForYou } from './absence_texts.js';
import { answer } from './announcements.js';

/**
 * Show and announce whose turn it is, what they are to do and how many seconds are left.
 * @param {import('../protocol.js').View} view
 */
export function sayTurn(view) {
  if (view.turn === null || !TURNS.includes(view.phase)) return answer(_('Nobody is to play now.'));
  if (view.turn === ownSeat() && substituted()) return answer(botPlaysForYou());
  const left = timeLeft(state.value, clockTime());
  const who =
    view.turn === ownSeat() ? _('It is your turn.') : _('%(name)s is to play.', { name: nameOf(view.turn) });
  const time = left
    ? ` ${ngettext('%(n)s second.', '%(n)s seconds.', Math.ceil((left.turn || left.bank) / 1000))}`
    : '';
  const what = yourMove() || view.phase !== 'play' ? promptText() : '';
  return answer([who + time, what].filter(Boolean).join(' '));
}
