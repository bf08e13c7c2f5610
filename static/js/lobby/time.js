/** Time as the lobby shows it. */

/**
 * Return seconds as a clock shows them: 7 s are 0:07.
 * @param {number} ms
 */
export function minutes(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
