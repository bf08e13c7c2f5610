/** Parts of a page that are fetched when they are first needed. */
import { signal } from './signals.js';

/**
 * Return a part that may not be there yet. Asking for it fetches it once, and who asks within an effect is
 * run again when it has come. What did not come is asked for anew the next time.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => T | null}
 */
export function lazily(load) {
  /** @type {import('./signals.js').Signal<T | null>} */
  const part = signal(/** @type {T | null} */ (null));
  let asked = false;
  return () => {
    if (!asked) {
      asked = true;
      load().then(
        (come) => void (part.value = come),
        () => void (asked = false),
      );
    }
    return part.value;
  };
}
