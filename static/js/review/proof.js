/** Whether the decks are what their proofs give: computed here, by the page itself. */
import { html, nothing } from '../lib/lit.js';
import { gettext as _, ngettext } from '../lib/i18n.js';
import { checkDeal } from '../lib/fairness.js';
import { mark } from '../lib/proof_texts.js';
import { icon } from '../table/views/parts.js';
import { findings, match, position } from './store.js';

/** @typedef {import('../lib/fairness.js').Finding} Finding */

/**
 * Check every deck, one after another.
 * @param {import('./store.js').MatchRecord} record
 * @returns {Promise<void>}
 */
export async function checkAll(record) {
  for (const [at, deal] of record.deals.entries()) {
    /** @type {Finding} */
    const finding = await checkDeal(record, deal).catch(() => ({
      state: /** @type {const} */ ('unchecked'),
      why: 'crypto',
    }));
    findings.value = findings.value.map((old, index) => (index === at ? finding : old));
  }
}

/** Draw the worst of all deals, for the line under the title. */
export function summary() {
  const found = findings.value;
  if (!match.value) return nothing;
  const bad = found.find((finding) => finding?.state === 'bad');
  const open = found.find((finding) => finding?.state === 'unchecked');
  if (bad || open) return html`· ${mark(bad ?? open)}`;
  if (found.includes(undefined)) return html`· ${mark(undefined)}`;
  const count = ngettext('%(n)s deck checked', '%(n)s decks checked', found.length);
  return html`· <span class="badge ok">${icon('shield')}${count}</span>`;
}

/** Draw the proof of the deal that is shown. */
export function proof() {
  const here = match.value;
  const at = position.value?.deal ?? 0;
  const deal = here?.record.deals[at];
  if (!here || !deal) return nothing;
  const block = deal.fairness;
  const finding = findings.value[at];
  return html`<h2 class="h3">${_('The shuffle of deal %(deal)s', { deal: deal.number })}</h2>
    <p class="small" role="status">${mark(finding)}</p>
    ${finding?.state === 'bad'
      ? html`<p class="small">
          ${_('Keep the record: it is the evidence. Send it to whoever runs this site.')}
        </p>`
      : nothing}
    ${block
      ? html`<details class="small">
          <summary>${_('How it was checked')}</summary>
          <p>
            ${_('The page computed the deck again from the seed of the server, the numbers of the players and the cut, and compared it card by card. The seed was fixed before the deck was cut.')}
          </p>
          <dl class="proof">
            ${rows(block, here.names).map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}
          </dl>
        </details>`
      : nothing}`;
}

/**
 * @param {Record<string, any>} block
 * @param {string[]} names
 * @returns {[string, unknown][]}
 */
function rows(block, names) {
  const code = (/** @type {unknown} */ value) => html`<code>${value}</code>`;
  /** @type {string[]} */
  const flags = block.flags ?? [];
  /** @type {string[]} */
  const nonces = block.nonces ?? [];
  return [
    [_('Committed seed'), code(block.server_commit)],
    [_('Seed'), code(block.server_seed)],
    [_('Cut'), flags.includes('cut_by_clock') ? _('%(at)s, by the clock', { at: block.cut }) : block.cut],
    ...nonces.map((nonce, seat) => {
      const none = flags.includes(`nonce_missing:${seat}`);
      return /** @type {[string, unknown]} */ ([
        _('Number of %(name)s', { name: names[seat] ?? '' }),
        none ? _('none was given') : code(nonce),
      ]);
    }),
    ...draw(block.dealer, code),
  ];
}

/**
 * Return how the first dealer was drawn, in the proof of a first deal.
 * @param {import('../lib/fairness.js').Draw | undefined} dealer
 * @param {(value: unknown) => unknown} code
 * @returns {[string, unknown][]}
 */
function draw(dealer, code) {
  if (!dealer) return [];
  return [
    [_('Committed seed of the draw for the first dealer'), code(dealer.commit)],
    [_('Seed of the draw for the first dealer'), code(dealer.seed)],
  ];
}
