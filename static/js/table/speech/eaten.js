/** Say whose aces and threes an opponent has won in a trick. Pure. */
import { gettext as _ } from '../../lib/i18n.js';
import { pointsOf, theCard } from './cardnames.js';

/** Fewest points of a card that is told of. */
const BRISCA_POINTS = 10;
/** Number of players, each a side, of the games in which a card is called. */
const WITH_CALL = 5;

/**
 * Return a sentence for each ace or three that a side lost to another in a trick; none among five, who
 * play with a call: there the winner may be a partner whom nobody knows yet.
 * @param {{seat: number, card: string}[]} plays
 * @param {number} winner seat
 * @param {import('../protocol.js').SpeechContext} context
 * @returns {string[]}
 */
export function eatenTexts(plays, winner, { you, name, sides }) {
  if (sides.length === WITH_CALL) return [];
  const side = sides.find((seats) => seats.includes(winner)) ?? [winner];
  const lost = plays.filter(({ seat, card }) => !side.includes(seat) && pointsOf(card) >= BRISCA_POINTS);
  return lost.map(({ seat, card }) => {
    const values = { card: theCard(card), name: name(seat) };
    return seat === you ? _('They ate your card: %(card)s.', values) : _('%(name)s has lost %(card)s.', values);
  });
}
