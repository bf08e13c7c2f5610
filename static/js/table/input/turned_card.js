/** Answer for the turned card, where it cannot be changed now. */
import { exchangeText } from '../speech/exchange_texts.js';
import { show, state } from '../state/store.js';

/** Say what the turned card waits for. */
export function answer() {
  show({ notice: exchangeText(state.value) });
}
