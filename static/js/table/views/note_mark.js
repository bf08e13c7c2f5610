/** The mark of one's own private note on a player, on the card of that player's seat. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { state } from '../state/store.js';
import { icon } from './parts.js';

/**
 * Draw the mark of one's own private note on who sits at a seat, which leads to the note; nothing without one.
 * @param {number} seat
 */
export function noteMark(seat) {
  const { seats, you } = state.value.table;
  const name = seats[seat]?.player;
  if (!name || !you.noted?.includes(seat)) return nothing;
  return html`<a
    class="note-mark"
    href="/players/${encodeURIComponent(name)}/#note"
    target="_blank"
    aria-label=${_('Your note on %(name)s', { name })}
    >${icon('note')}</a
  >`;
}
