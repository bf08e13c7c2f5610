/** Time as the lobby shows it. */

/**
 * Return seconds as a clock shows them: 7 s are 0:07.
 * @param {number} ms
 */
export function minutes(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Return the greeting of an hour, as games/pages/wording/house.py has it.
 * @param {number} hour from 0 to 23
 * @param {{morning: string, afternoon: string, evening: string}} words
 */
export function greeting(hour, { morning, afternoon, evening }) {
  if (hour >= 6 && hour < 13) return morning;
  return hour >= 13 && hour < 20 ? afternoon : evening;
}

/**
 * Show the hours and minutes left until the day's deal ends; the figures keep their width.
 * @param {HTMLElement} place
 * @param {number} [now] ms since 1970
 */
export function showTimeLeft(place, now = Date.now()) {
  const left = Math.max(0, Math.floor((Date.parse(place.dataset.ends ?? '') - now) / 60_000));
  const [hours, minutes] = place.querySelectorAll('b');
  if (hours) hours.textContent = String(Math.floor(left / 60));
  if (minutes) minutes.textContent = String(left % 60);
}
