/** How well the bots play that the host seats. */
import { signal } from '../../lib/signals.js';

/** The level that the host's next bot has; the site's names are those of its commands. */
export const level = signal('rules');
