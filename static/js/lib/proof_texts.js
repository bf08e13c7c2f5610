/** What came of checking a deck, in words. */
import { html } from './lit.js';
import { gettext as _ } from './i18n.js';
import { icon } from '../table/views/parts.js';

/** @type {Record<string, () => string>} */
const REASONS = {
  missing: () => _('the record has no proof of this deck'),
  scheme: () => _('the proof is of a kind that this page does not know'),
  malformed: () => _('the proof is not complete'),
  crypto: () => _('this browser does not compute hashes here; a secure connection is needed'),
  match: () => _('the proof is of another match'),
  deal: () => _('the proof is of another deal'),
  rules: () => _('the proof is for other rules'),
  cut: () => _('the deck cannot be cut there'),
  flags: () => _('the proof says something of this deal that is not so'),
  server_commit: () => _('the seed is not the one that was committed to'),
  client_commit: () => _('a number is not the one that its player committed to'),
  nonce: () => _('a number that was flagged as missing is there'),
  deck: () => _('the seed gives another deck'),
  dealer: () => _('the first dealer is not the one who was drawn'),
};

/** @param {import('./fairness.js').Finding | undefined} finding undefined: it is being checked */
export function mark(finding) {
  if (!finding) return html`<span class="badge">${_('Checking the deck')}</span>`;
  if (finding.state === 'ok') return html`<span class="badge ok">${icon('shield')}${_('Deck checked')}</span>`;
  const why = REASONS[finding.why]?.() ?? finding.why;
  return finding.state === 'bad'
    ? html`<span class="badge bad">${icon('warn')}${_('Does not match')}</span> (${why})`
    : html`<span class="badge warn">${icon('warn')}${_('Not checked')}</span> (${why})`;
}
