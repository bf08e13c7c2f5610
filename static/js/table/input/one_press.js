/** Takes a double click, a double tap and a key that bounces for the one press that they were meant as. */

/** How long after a press of a card another one is the same press, ms. */
export const ONE_PRESS_MS = 400;

/** When a card was pressed or played last, ms. */
let pressedAt = -Infinity;

/** Note that a card was pressed or played now. */
export function notePress() {
  pressedAt = performance.now();
}

/**
 * Return whether a press belongs to the one before it.
 * @param {number} count which click of a series at one place it is; 0 where it is none of the pointer
 * @param {number} [at] when it was made, ms: a slow page hears of it later
 */
export function isSamePress(count, at = performance.now()) {
  return count > 1 || at - pressedAt < ONE_PRESS_MS;
}
