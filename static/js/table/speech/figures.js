/** Write figures. Pure. */

/**
 * Return a figure of a score, with the sign that is written.
 * @param {number} value
 */
export function figureText(value) {
  return String(value).replace('-', '\u2212');
}
