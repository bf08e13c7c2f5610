/**
 * What the table is connected to, and what stands beside it: the server and the rail, unless the
 * page's script puts something else in their place before the table begins.
 */
import { openSocket } from '../lib/socket.js';

/** @type {{open: typeof openSocket, coach: (() => unknown) | null}} */
export const connector = { open: openSocket, coach: null };
