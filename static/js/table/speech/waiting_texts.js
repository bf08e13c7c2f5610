/** Write the sentences of a table before its match: who is missing, who has agreed, who comes and goes. */
import { gettext as _, ngettext } from '../../lib/i18n.js';

/**
 * @typedef {import('../protocol.js').Table} Table
 * @typedef {import('../protocol.js').Seat} Seat
 */

/** @param {Seat} seat */
export const isPerson = (seat) => Boolean(seat.player) && seat.kind !== 'bot';

/**
 * Return how many are missing, or when bots sit down.
 * @param {Table} table
 * @param {number | null} left ms until bots sit down by themselves; null: they do not
 */
export function missingWords(table, left) {
  if (left !== null) return _('Bots sit down in %(n)s s.', { n: Math.ceil(left / 1000) });
  const free = table.seats.filter((seat) => !seat.player).length;
  return free
    ? ngettext('%(n)s person is missing.', '%(n)s people are missing.', free)
    : _('All seats are taken.');
}

/**
 * Return who has agreed to the rules, and who is still to.
 * @param {Table} table
 */
export function agreementWords(table) {
  if (table.quick) return '';
  const own = table.you.seat;
  const people = table.seats.filter(isPerson);
  if (own !== null && !table.seats[own]?.agreed) return _('Look at the rules, then agree to them.');
  const others = people.filter((seat) => seat.seat !== own);
  const asked = others.filter((seat) => !seat.agreed).map((seat) => seat.player);
  if (asked.length) return _('Still to agree to the rules: %(names)s.', { names: asked.join(', ') });
  if (own === null || !others.length) return '';
  return _('You and %(names)s agree to the rules.', { names: others.map((seat) => seat.player).join(', ') });
}

/**
 * Return what happened to somebody who has lost the seat without giving it up.
 * @param {Table} table
 */
export function lostWords(table) {
  return table.you.banned
    ? _('The host has taken you off the table, and does not let you sit down here again.')
    : _('You no longer sit at this table: the host took you off it. You may sit down again.');
}

/**
 * Return what stands under a name: what they are to you, and whether they have agreed.
 * @param {Table} table
 * @param {Seat} seat
 */
export function seatWords(table, seat) {
  const own = table.you.seat;
  const side = table.sides.find((one) => one.includes(seat.seat)) ?? [];
  const together = own !== null && own !== seat.seat && side.includes(own);
  return [
    together ? (side.length === 2 ? _('your partner') : _('on your side')) : '',
    seat.kind === 'bot' ? _('bot') : '',
    own === seat.seat && table.you.host ? _('you are the host') : '',
    own !== seat.seat && table.host === seat.seat ? _('host') : '',
    isPerson(seat) && !table.quick && own !== seat.seat ? (seat.agreed ? _('agreed') : _('looks at the rules')) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Return what has happened at the seats, in sentences; nothing of one's own doing.
 * @param {Table} before
 * @param {Table} after
 */
export function seatNews(before, after) {
  const seats = after.seats.flatMap((seat, index) => {
    const was = before.seats[index]?.player ?? null;
    if (seat.player === was || seat.seat === after.you.seat) return [];
    if (!seat.player) {
      const moved = after.seats.some((one) => one.player === was);
      return moved || !was || was === after.you.player ? [] : [_('%(name)s leaves.', { name: was })];
    }
    const renamed = was && !before.seats.some((one) => one.player === seat.player) && seat.agreed && before.seats[index]?.agreed;
    if (renamed) return [_('%(before)s is now called %(name)s.', { before: was, name: seat.player })];
    return [sitsDown(after, seat)];
  });
  return seats.join(' ');
}

/**
 * @param {Table} table
 * @param {Seat} seat
 */
function sitsDown(table, seat) {
  const name = seat.player ?? '';
  const opposite = table.players % 2 ? null : table.seats[(seat.seat + table.players / 2) % table.players];
  if (!opposite?.player || table.players === 2) return _('%(name)s sits down.', { name });
  return opposite.seat === table.you.seat
    ? _('%(name)s sits down, opposite you.', { name })
    : _('%(name)s sits down, opposite %(other)s.', { name, other: opposite.player });
}
