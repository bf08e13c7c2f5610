/** Why a card is best, in words: as hints say it. */
import { gettext as _, ngettext } from '../lib/i18n.js';
import { lower } from '../table/speech/cardnames.js';
import { signName } from '../table/speech/signs.js';

/** @type {Record<string, (points: {points: number, sign: string}) => string>} */
const WORDS = {
  only: () => _('it is the only card that can be played.'),
  known: () => _('nothing is hidden any more, and this brings the most.'),
  wins: (told) => _('it wins the trick with %(points)s points.', told),
  wins_cheaply: () => _('it wins the trick, and with it the next lead and the first draw.'),
  wins_lead: () => _('it wins the trick, and with it the next lead.'),
  leads_so_far: (told) => _('it goes ahead in the trick, in which %(points)s points lie then.', told),
  partner_wins: () => _('your partner is winning the trick, and this is best with it.'),
  keeps_trumps: () => _('it keeps the trumps for a trick that is worth more.'),
  throws_least: () => _('the trick is not worth it: it gives away the least.'),
  cannot_be_beaten: () => _('no card that is still out beats it.'),
  draws_trumps: () => _('it makes the others show their trumps.'),
  risks_little: () => _('it risks little, and keeps what is worth more.'),
  takes_higher: (told) => _('it takes %(points)s points and a higher trump for a low one.', told),
  keeps_low: () => _('what lies there is worth too little to be shown to the others.'),
  shows_pair: (told) => _('shown, the two are worth %(points)s points.', told),
  opens_hand: () => _('a false claim lays the hand open to the others.'),
  misleads: () => _('a false sign misleads the partner.'),
  informs_partner: () => _('the partner plays a better card with it.'),
  partner_signed: (told) => _('the partner had signed: %(sign)s.', told),
  bids_less: () => _('the hand is not worth that bid.'),
  bids_more: ({ points }) =>
    ngettext('the hand makes such a contract %(n)s time out of 100.', 'the hand makes such a contract %(n)s times out of 100.', points),
  on_average: () => _('over all ways in which the cards may lie it brings the most.'),
};

/**
 * @param {string} code as the analysis has it
 * @param {number} points those that the reason speaks of
 * @param {string} [sign] likewise
 * @returns {string} empty where the reason is not known here
 */
export function reasonInWords(code, points, sign = '') {
  return WORDS[code]?.({ points, sign: lower(signName(sign)) }) ?? '';
}
