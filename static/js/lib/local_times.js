// Times near today in the reader's own time zone: the server knows only the site's.

const DAY_MS = 86_400_000;
const NEAR_DAYS = 6;

/**
 * Return the number of the day of a moment in the reader's time zone.
 * @param {Date} at
 */
function dayNumber(at) {
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS);
}

/**
 * Return the words for a moment as `brisca_site/dates.py` says them: "today, 21:50", "Thu 26", "3 Dec, 21:50".
 * @param {Date} at
 * @param {Date} now
 * @param {string} language
 * @returns {string}
 */
export function localWords(at, now, language) {
  const away = dayNumber(at) - dayNumber(now);
  const day = dayWords(at, now, language);
  if (away < -1) return day;
  return `${day}, ${clockWords(at, language)}`;
}

/**
 * Return the words for the day of a moment.
 * @param {Date} at
 * @param {Date} now
 * @param {string} language
 * @returns {string}
 */
function dayWords(at, now, language) {
  const away = dayNumber(at) - dayNumber(now);
  if (Math.abs(away) <= 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(away, 'day');
  if (Math.abs(away) <= NEAR_DAYS) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' }).format(at);
    return `${weekday} ${at.getDate()}`;
  }
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year }).format(at);
}

/**
 * Return the words that an element has of a moment: `data-moment` is "day" or "hour" for a part of them.
 * @param {HTMLTimeElement} element
 * @param {Date} at
 * @param {Date} now
 * @param {string} language
 */
function wordsOf(element, at, now, language) {
  if (element.dataset.moment === 'day') return dayWords(at, now, language);
  if (element.dataset.moment === 'hour') return clockWords(at, language);
  return localWords(at, now, language);
}

/**
 * Return the hour of a moment: "21:50".
 * @param {Date} at
 * @param {string} language
 */
function clockWords(at, language) {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}

/**
 * Say every `<time data-moment>` within a part of the page by the reader's clock.
 * @param {ParentNode} part
 * @param {Date} [now]
 */
export function showLocalTimes(part, now = new Date()) {
  const language = document.documentElement.lang || 'en';
  const found = /** @type {NodeListOf<HTMLTimeElement>} */ (part.querySelectorAll('time[data-moment]'));
  for (const element of found) {
    const at = new Date(element.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    // Where both clocks agree, the server's words stay as they are.
    if (at.getTimezoneOffset() === 0 && now.getTimezoneOffset() === 0) continue;
    element.textContent = wordsOf(element, at, now, language);
    const whole = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' });
    element.title = whole.format(at);
  }
}
