/** The whole table: cloth, rail, and what opens over them. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { ownSeat } from '../seen.js';
import { page, state } from '../store.js';
import { lastTrick, lastTrickPopover, score, stock, trick } from './cloth.js';
import { ending } from './endings.js';
import { hand, mine } from './mine.js';
import { icon } from './parts.js';
import { dialogs, menu, rail } from './rail.js';
import { otherSeats } from './seats.js';
import { waiting } from './waiting.js';

/**
 * The page below the skip link.
 * @param {string} title
 */
export function tableView(title) {
  const { table, view } = state.value;
  const before = table.status === 'waiting' || !view;
  const end = ending();
  const dialog = dialogs();
  const covered = end !== nothing || dialog !== nothing;
  return html`
    <div class="felt cloth" ?inert=${covered}>
      <div class="tbl n${table.players} ${handSize(view?.counts ?? [])}">
        <h1 class="sr">${title}</h1>
        ${menu()} ${score()} ${stock()} ${otherSeats()} ${lastTrick()} ${before ? nothing : trick()}
        <p class="say">${page.value.notice || page.value.said}</p>
        ${mine()} ${table.status === 'waiting' ? waiting() : own()} ${lastTrickPopover()}
      </div>
    </div>
    ${rail(covered)} ${connection()} ${end} ${dialog}
    <p class="sr" role="status" aria-live="polite">${page.value.notice || page.value.said}</p>
    <p class="sr" role="alert" aria-live="assertive">${page.value.alert}</p>
  `;
}

/** The hand; who only watches has none. */
function own() {
  if (ownSeat() !== null) return hand();
  return html`<p class="wait">${_('You are watching. You see what any stranger may see.')}</p>`;
}

/**
 * Hands of more than four cards need smaller ones.
 * @param {number[]} counts
 */
function handSize(counts) {
  const most = Math.max(0, ...counts);
  return most > 8 ? 'h12' : most > 4 ? 'h8' : '';
}

function connection() {
  const { link, reason } = page.value;
  if (link !== 'ended') return nothing;
  const words =
    /** @type {Record<string, string>} */ ({
      logged_out: _('You signed out in another window.'),
      forbidden: _('This table is no longer open to you.'),
      no_table: _('This table is closed.'),
    })[reason ?? ''] ?? _('The connection has ended.');
  return html`<div class="net note warn" role="alert">
    ${icon('wifi-off')}<span>${words} <a href="/">${_('To the lobby')}</a></span>
  </div>`;
}
