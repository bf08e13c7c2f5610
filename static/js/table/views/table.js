/** The whole table: cloth, rail, and what opens over them. */
import { html, nothing } from '../../lib/lit.js';
import { gettext as _ } from '../../lib/i18n.js';
import { lazily } from '../../lib/lazy.js';
import { isSimple } from '../../lib/simple_view.js';
import { connector } from '../connector.js';
import { yourCut } from '../input/cut.js';
import { concernsYou, promptText, ownSeat, vantage, yourMove } from '../state/selectors.js';
import { page, state } from '../state/store.js';
import { chatBox } from './chat_button.js';
import { lastTrick, stock, trick } from './center.js';
import { contractViews, partnerTalkViews, popoverViews } from './lazy_views.js';
import { dealerDraw } from './dealer_draw.js';
import { deckToCut } from './deck.js';
import { hand, ownPlate } from './own_seat.js';
import { menu } from './menu.js';
import { score } from './score.js';
import { otherPlates } from './seats.js';
import { hasRail } from './window_shape.js';

const absenceViews = lazily(() => import('./absence.js'));
const claimViews = lazily(() => import('./claim.js'));
const connectionViews = lazily(() => import('./connection.js'));
const cutViews = lazily(() => import('./cut.js'));
const dialogViews = lazily(() => import('./dialogs.js'));
const endings = lazily(() => import('./endings.js'));
const offerViews = lazily(() => import('./offers.js'));
const railViews = lazily(() => import('./rail.js'));
const waitingViews = lazily(() => import('./waiting.js'));

/** The class of the hands that these rules deal, as the server has drawn it. */
const DEALT = globalThis.document?.querySelector('.tbl')?.getAttribute('data-hand')?.trim() ?? '';
/** Phases of a match before the cards are dealt. */
const UNDEALT = ['draw_dealer', 'cut', 'deal'];

/**
 * Draw the page below the skip link.
 * @param {string} title
 */
export function tableView(title) {
  const { table, view } = state.value;
  const last = view !== null && !view.stock && view.trick !== null;
  const over = ['deal_over', 'match_over'].includes(view?.phase ?? '') || table.ended?.ended_by === 'abandoned';
  // Fetched with the last tricks, so that it is there when they are over.
  const coach = connector.coach?.() ?? nothing;
  const taught = coach !== nothing;
  const end = (!taught && (last || over) ? endings()?.ending() : null) ?? nothing;
  const dialog = (page.value.dialog ? dialogViews()?.dialogs() : null) ?? nothing;
  const covered = end !== nothing || dialog !== nothing;
  return html`
    ${coach}
    <div class="felt cloth" ?inert=${covered}>
      <div class="tbl n${table.players} ${handSize(view)}" data-asks=${asks() ?? nothing} ?data-absent=${voting()} ?data-cuts=${table.status !== 'waiting' && yourCut()}>
        ${table.status === 'waiting' ? (waitingViews()?.waiting(title) ?? html`<h1 class="sr">${title}</h1>`) : match(title, taught)}
        ${taught || isSimple ? nothing : chatBox()}
      </div>
    </div>
    ${(!taught && hasRail.value ? railViews()?.rail(covered) : null) ?? nothing} ${page.value.link === 'ended' ? (connectionViews()?.connectionEnded() ?? nothing) : nothing} ${end} ${dialog}
    <p class="sr" role="status" aria-live="polite">${page.value.notice || page.value.said}</p>
    <p class="sr" role="alert" aria-live="assertive">${page.value.alert}</p>
  `;
}

/**
 * Draw everything on the cloth while a match runs.
 * @param {string} title
 * @param {boolean} taught whether it is a lesson, which has no menu
 */
function match(title, taught) {
  return html`<h1 class="sr">${title}</h1>
    ${taught ? nothing : menu()} ${score()} ${stock()} ${otherPlates()} ${lastTrick()}
    ${state.value.view ? middle() : nothing} ${absent()} ${controls()} ${ownPlate()} ${ownHand()} ${popoverViews()?.popovers() ?? nothing}
    ${partnerTalkViews()?.signsPopover() ?? nothing} ${partnerTalkViews()?.talkPopover() ?? nothing}`;
}

/** Draw what is chosen about somebody who is gone; nothing where nobody is. */
function absent() {
  return (state.value.table.absences?.length ? absenceViews()?.absenceBox() : null) ?? nothing;
}

/** Return what lies in the middle: the draw for the deal, the auction, the two cards, or the trick. */
function middle() {
  const { view, draw } = state.value;
  if (page.value.laid) return claimViews()?.claimed() ?? trick();
  if (page.value.held) return trick();
  if (draw && !view?.trick?.plays.length) return dealerDraw();
  if (view && UNDEALT.includes(view.phase)) return yourCut() ? nothing : deckToCut();
  if (view?.phase === 'auction') return contractViews()?.auction() ?? trick();
  if (view?.phase === 'discard' || view?.phase === 'call') return contractViews()?.talon() ?? trick();
  return trick();
}

/** Draw one's bid or call; else the sentence of what has happened, with what is asked of one. */
function controls() {
  const { view } = state.value;
  const offered = (view?.offer || typeof view?.paused === 'number' ? offerViews()?.offerBar() : null) ?? nothing;
  if (offered !== nothing) return offered;
  const own = contractViews()?.bidding() ?? nothing;
  if (own !== nothing) return own;
  const call = contractViews()?.calling() ?? nothing;
  if (call !== nothing) return call;
  const { notice, line } = page.value;
  if (notice) return html`<p class="say">${notice}</p>`;
  const turn = yourMove() ? html`<b>${_('It is your turn.')}</b> ${promptText()}` : nothing;
  // In the simple view, whose letters are larger, what may be cut off is what has happened.
  return isSimple ? html`<p class="say">${turn} ${line}</p>` : html`<p class="say">${line} ${turn}</p>`;
}

/** Draw the hand; who only watches has none. */
function ownHand() {
  if (yourCut()) return cutViews()?.cutter() ?? nothing;
  if (ownSeat() !== null) return hand();
  return html`<p class="wait">${_('You are watching. You see what any stranger may see.')}</p>`;
}

/**
 * Return the classes by which the hand's cards are smaller: of four cards in a narrow window, of more in any, and where others' lie open.
 * @param {import('../protocol.js').View | null} view
 */
function handSize(view) {
  const most = Math.max(0, ...(view?.counts ?? []));
  const size = !view || UNDEALT.includes(view.phase) ? DEALT : most > 8 ? 'h12' : most > 4 ? 'h8' : most > 3 ? 'h4' : '';
  const full = (view?.hand.length ?? 0) > 10 ? 'h11' : '';
  const shows = (view?.hands ?? []).some((cards, seat) => cards && seat !== vantage()) ? 'shows' : '';
  return `${size} ${full} ${shows}`;
}

/** Return whether those at the table are asked about somebody who is gone. */
function voting() {
  return state.value.table.absences?.some((vote) => vote.result === 'open' && concernsYou(vote)) ?? false;
}

/** Return the phase in which one is asked for more than a card, if it is one's turn in it. */
function asks() {
  const phase = state.value.view?.phase ?? '';
  return ['auction', 'call'].includes(phase) && yourMove() ? phase : null;
}
