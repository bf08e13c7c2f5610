/** Warn, aloud too, when one's own time gets short. */
import { gettext as _ } from '../../lib/i18n.js';
import { playSounds } from '../feedback.js';
import { show } from '../state/store.js';
import { seconds } from '../views/parts.js';

/** Time left at which one is warned that it is nearly up, ms. */
const LAST = 10_000;

/** The move for which each has been said, so that it is said once. */
const said = { reserve: -1, last: -1 };

/**
 * Say that the reserve has begun, and when the last seconds have.
 * @param {{turn: number, bank: number}} left of the turn and of the reserve, ms
 * @param {number} seq of the newest view
 */
export function warnOfTime(left, seq) {
  if (left.turn + left.bank < LAST && said.last !== seq) {
    said.last = seq;
    show({ alert: _('Ten seconds left.') });
    playSounds('hurry');
  } else if (!left.turn && left.bank >= LAST && said.reserve !== seq) {
    said.reserve = seq;
    show({ alert: _('The time of your turn is up: your reserve of %(time)s runs.', { time: seconds(left.bank) }) });
  }
}
