/** How much room a plot has: on a phone it is drawn smaller, instead of scrolling sideways. */
import { signal } from '../lib/signals.js';

const upright = globalThis.matchMedia?.('(max-width: 30rem)');

/** Whether a plot has no more room than a phone held upright. */
export const narrow = signal(Boolean(upright?.matches));
upright?.addEventListener('change', () => void (narrow.value = upright.matches));
