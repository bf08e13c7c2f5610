/** The way from a reason to the chapter of the guide that explains it. */
import { html, nothing } from '../lib/lit.js';
import { gettext as _ } from '../lib/i18n.js';

/** Chapters by code of the reason; games/guide/reasons.py has the same. @type {Record<string, string>} */
export const CHAPTER_OF = {
  known: 'last-tricks',
  wins: 'trumps',
  wins_cheaply: 'trumps',
  wins_lead: 'last-tricks',
  leads_so_far: 'trumps',
  partner_wins: 'partners',
  keeps_trumps: 'trumps',
  throws_least: 'briscas',
  cannot_be_beaten: 'counting',
  draws_trumps: 'trumps',
  risks_little: 'briscas',
  takes_higher: 'exchange',
  keeps_low: 'exchange',
  shows_pair: 'counting',
  opens_hand: 'last-tricks',
  misleads: 'partners',
  informs_partner: 'partners',
  partner_signed: 'partners',
  bids_less: 'auctions',
  bids_more: 'auctions',
  on_average: 'counting',
};

/**
 * Draw a link to the chapter on why another card was better; nothing where none was.
 * @param {{why?: {code: string} | null, loss?: number} | null | undefined} judged
 */
export function guideLink(judged) {
  const chapter = judged?.loss ? CHAPTER_OF[judged.why?.code ?? ''] : undefined;
  return chapter ? html`<a href="/guide/${chapter}/">${_('More in the guide')}</a>` : nothing;
}
