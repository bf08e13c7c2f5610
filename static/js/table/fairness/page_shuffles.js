/** Bring this browser's part to the shuffles of the table, by messages of which the player sees nothing. */
import { newId, send } from '../input/intents.js';
import { ownSeat } from '../state/selectors.js';
import { dispatch, state } from '../state/store.js';
import { ShuffleExchange } from './shuffle_exchange.js';

/** @type {Map<string, () => void>} What to do once a message is acknowledged, by its id. */
const unanswered = new Map();

export const shuffles = new ShuffleExchange({
  send: (message, taken = () => {}) => {
    const id = newId();
    unanswered.set(id, taken);
    send({ ...message, id });
  },
  table: () => ({ seat: ownSeat(), players: state.value.table.players, rules: state.value.table.rules }),
  found: (deal, finding) => dispatch({ t: 'proof', match: state.value.match, deal, finding: finding ?? undefined }),
  memory: storage(),
});

/**
 * Return whether an answer is to a message of a shuffle; a player is shown the refusals of all others.
 * @param {{t: string, id: string}} answer
 */
export function answersShuffle({ t, id }) {
  if (t === 'ack') unanswered.get(id)?.();
  return unanswered.delete(id);
}

/** Return the browser's memory, where it lets the page have one. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
