/** Other cards, tried on the board: the server plays the others, and nothing of it is kept. */
import { signal } from '../lib/signals.js';
import { gettext as _ } from '../lib/i18n.js';
import { baseOf, index, jump, leave, match, position, seat, show, timeline, variation } from './store.js';
import { decisionOf, playedBefore, variationOf } from './variation.js';

/** The card that is being asked for. */
export const asking = signal('');
/** Why a card could not be tried. */
export const refusal = signal('');

let address = '';

/** @param {string} url where lines are worked out */
export function connect(url) {
  address = url;
}

/**
 * Return the seat whose cards are tried by number: whose card the verdict is on, else whose turn it is.
 * @returns {number | null}
 */
export function decider() {
  const now = position.value;
  if (variation.value) return variation.value.seat;
  return (now?.kind === 'play' ? now.seat : now?.turn) ?? null;
}

/**
 * Return cards that a seat may try here.
 * @param {number} who
 * @returns {{cards: string[], played: string} | null} its hand before it plays to the trick, and what it
 *   plays there; null where it decides nothing
 */
export function choiceOf(who) {
  const line = timeline.value;
  const now = position.value;
  if (!line || !now || (variation.value && variation.value.seat !== who)) return null;
  if (who !== seat.value && who !== decider()) return null;
  const at = decisionOf(line, index.value, who);
  if (at !== null) {
    // What it plays is announced once it lies there.
    const played = at <= index.value ? (line.positions[at]?.action?.card ?? '') : '';
    return { cards: line.positions[at - 1]?.hands[who] ?? [], played };
  }
  return now.turn === who && !now.plays.some((play) => play.seat === who)
    ? { cards: now.hands[who] ?? [], played: '' }
    : null;
}

/** Return the card of the match in whose place the first one is tried. */
export const playedInMatch = () => baseOf.value?.action?.card ?? '';

/**
 * Try a card of a seat in place of the one it plays in this trick.
 * @param {number} who
 * @param {string} card
 */
export async function tryCard(who, card) {
  const line = timeline.value;
  const choice = choiceOf(who);
  if (!line || !choice?.cards.includes(card) || asking.value) return;
  const tried = variation.value;
  const at = decisionOf(line, index.value, who);
  const before = at === null ? playedBefore(line, index.value) : playedBefore(line, at) - 1;
  const earlier = tried ? tried.cards.slice(0, ownCards(tried, before)) : [];
  if (tried && !earlier.length && card === playedInMatch()) {
    leave();
    return;
  }
  if (!tried && at !== null && card === line.positions[at]?.action?.card) {
    jump(at);
    return;
  }
  await ask(tried?.plays ?? before, [...earlier, card]);
}

/**
 * Return how many of the cards tried were played before so many cards of the deal.
 * @param {import('./variation.js').Variation} tried
 * @param {number} before
 */
function ownCards(tried, before) {
  const plays = tried.record.deals[tried.deal]?.actions.filter(({ type }) => type === 'play') ?? [];
  return plays.slice(tried.plays, before).filter((play) => play.seat === tried.seat).length;
}

/**
 * @param {number} plays
 * @param {string[]} cards
 */
async function ask(plays, cards) {
  const here = match.value;
  const number = here?.record.deals[position.value?.deal ?? 0]?.number ?? 1;
  asking.value = cards.at(-1) ?? '';
  refusal.value = '';
  try {
    const answer = await fetch(`${address}?at=d${number}p${plays}&cards=${cards.join(',')}`, {
      headers: { Accept: 'application/json' },
    });
    const tried = answer.ok ? variationOf(/** @type {any} */ (here).record, await answer.json()) : null;
    if (tried) show(tried);
    else if (answer.status === 429) refusal.value = _('Too many cards in one minute. Wait a moment.');
    else if (answer.status === 400) refusal.value = _('That card cannot be played here.');
    else refusal.value = _('This card could not be tried. Try again.');
  } catch {
    refusal.value = _('Without a connection no other cards can be tried. The match itself still works.');
  } finally {
    asking.value = '';
  }
}

/** Forget why a card could not be tried. */
export function clearRefusal() {
  refusal.value = '';
}
