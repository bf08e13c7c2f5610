/** What a player chose on this device; kept in the browser alone. */
import { signal } from '../lib/signals.js';

const KEY = 'table';

/**
 * @typedef {{motion: boolean, twoTaps: boolean, keys: boolean, large: boolean, names: boolean}} Settings
 */

/** @type {Settings} */
const DEFAULTS = { motion: true, twoTaps: false, keys: true, large: false, names: false };

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = signal(read());

/**
 * @param {keyof Settings} name
 * @param {boolean} value
 */
export function change(name, value) {
  settings.value = { ...settings.value, [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.value));
  } catch {
    // it holds for this page then
  }
}

/** Whether cards may move. */
export function moving() {
  return settings.value.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
