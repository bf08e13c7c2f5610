/** The parts of the table that are fetched when its rules, or its course, ask for them. */
import { lazily } from '../../lib/lazy.js';
import { hasAuction } from '../state/contract.js';
import { rules } from '../state/selectors.js';
import { state } from '../state/store.js';
import { room } from './window_shape.js';

const contractViews = lazily(() => import('./contract_views.js'));
const talkViews = lazily(() => import('./partner_talk_views.js'));

export const endings = lazily(() => import('./endings.js'));
export const dialogViews = lazily(() => import('./dialogs.js'));
/** Why a card may not be played: fetched with the first that may not. */
export const reasons = lazily(() => import('../speech/reasons.js'));
export const connectionViews = lazily(() => import('./connection.js'));
export const popovers = lazily(() => import('./popovers.js'));
export const rareActions = lazily(() => import('./rare_actions.js'));
export const menuViews = lazily(() => import('./menu_list.js'));
export const waitingViews = lazily(() => import('./waiting.js'));
const beside = lazily(() => import('./rail.js'));

export const chatViews = lazily(() => import('./chat.js'));
export const claimViews = lazily(() => import('./claim.js'));

const accordViews = lazily(() => import('./offers.js'));

/** What somebody asks all others for, or the pause that they agreed to. */
export function accord() {
  const { view } = state.value;
  return view && (view.offer || typeof view.paused === 'number') ? accordViews() : null;
}

/** What an auction needs, in games that have one. */
export function contracts() {
  return hasAuction(rules()) ? contractViews() : null;
}

/** What talk needs, where there is any. */
export function talking() {
  const mode = rules()['talk.mode'] ?? 'none';
  const said = state.value.bubbles.length > 0;
  return said || !['none', 'off', 'silent'].includes(mode) ? talkViews() : null;
}

/** What stands beside the table, where there is room for it. */
export function railViews() {
  return room.value ? beside() : null;
}
