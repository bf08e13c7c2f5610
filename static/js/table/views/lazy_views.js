/** Fetch the views that several others show, when the rules of the table or its players need them. */
import { lazily } from '../../lib/lazy.js';
import { hasAuction } from '../state/contract.js';
import { rules } from '../state/selectors.js';
import { state } from '../state/store.js';

const lazyContracts = lazily(() => import('./contract_views.js'));
const lazyPopovers = lazily(() => import('./popovers.js'));
const lazyPartnerTalk = lazily(() => import('./partner_talk_views.js'));

/** The reasons why a card may not be played: fetched with the first that may not. */
export const reasons = lazily(() => import('../speech/reasons.js'));
export const rareActions = lazily(() => import('./rare_actions.js'));
export const menuViews = lazily(() => import('./menu_list.js'));

export const chatViews = lazily(() => import('./chat.js'));

/** Return the views of auctions, in games that have one. */
export function contractViews() {
  return hasAuction(rules()) ? lazyContracts() : null;
}

/** Return the boxes that open over the hand, once there is something to see in them. */
export function popoverViews() {
  const { view } = state.value;
  return view?.last_trick || view?.stock_cards?.length ? lazyPopovers() : null;
}

/** Return the views of signs and talk between partners, where there are any. */
export function partnerTalkViews() {
  const mode = rules()['talk.mode'] ?? 'none';
  const said = state.value.bubbles.length > 0;
  return said || !['none', 'off', 'silent'].includes(mode) ? lazyPartnerTalk() : null;
}
