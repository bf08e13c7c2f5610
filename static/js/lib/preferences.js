/**
 * How somebody likes the site to look, sound and feel. The page brings what the account, or this
 * browser, remembers; a change holds at once, goes into a cookie and, quietly, to the account.
 */
import { signal } from './signals.js';

/**
 * @typedef {object} Preferences
 * @property {"classic" | "large" | "contrast" | "french"} deck
 * @property {"sea" | "olive" | "slate" | "wine"} felt
 * @property {"on" | "off"} sound
 * @property {"on" | "off"} motion
 * @property {"on" | "off"} buzz a phone vibrates when it is one's turn
 * @property {"tap" | "double" | "drag"} play
 * @property {"on" | "off"} undo a card can be taken back before it is sent
 * @property {"full" | "brief" | "turn"} speech
 * @property {"on" | "off"} names
 * @property {"on" | "off"} keys
 * @property {"on" | "off"} chat free words of others are shown, and one can send some
 * @property {"simple" | "on" | "off"} voice moves are said aloud: in the simple view, always or never
 */

/** @type {Preferences} */
const FIRST = {
  deck: 'classic',
  felt: 'sea',
  sound: 'on',
  motion: 'on',
  buzz: 'on',
  play: 'tap',
  undo: 'off',
  speech: 'full',
  names: 'off',
  keys: 'on',
  voice: 'simple',
  chat: 'on',
};
const YEAR = 31_536_000;

/** @returns {Preferences} */
function brought() {
  const text = globalThis.document?.body?.dataset.prefs ?? '';
  const pairs = text.split('.').map((part) => part.split(':'));
  return { ...FIRST, ...Object.fromEntries(pairs.filter((pair) => pair.length === 2)) };
}

export const preferences = signal(brought());

/**
 * @template {keyof Preferences} Name
 * @param {Name} name
 * @param {Preferences[Name]} value
 */
export function prefer(name, value) {
  preferences.value = { ...preferences.value, [name]: value };
  const chosen = Object.entries(preferences.value).filter(([key, set]) => set !== (/** @type {any} */ (FIRST))[key]);
  const text = chosen.map((pair) => pair.join(':')).join('.');
  const safe = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `prefs=${text}; Path=/; Max-Age=${YEAR}; SameSite=Lax${safe}`;
  document.documentElement.dataset.felt = preferences.value.felt;
  if ('account' in document.body.dataset) keep(name, value);
}

/**
 * @param {string} name
 * @param {string} value
 */
function keep(name, value) {
  const token = /** @type {HTMLInputElement | null} */ (document.querySelector('[name=csrfmiddlewaretoken]'));
  if (!token) return;
  const body = new URLSearchParams({ [name]: value, quiet: '1', csrfmiddlewaretoken: token.value });
  // What cannot be kept now is in the cookie, and sent again with the next change of it.
  fetch('/accounts/preferences/', { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

/** Return whether this preference is on. @param {"sound" | "motion" | "buzz" | "undo" | "names" | "keys" | "chat"} name */
export function on(name) {
  return preferences.value[name] === 'on';
}

/** Return whether cards may move. */
export function moving() {
  return on('motion') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
