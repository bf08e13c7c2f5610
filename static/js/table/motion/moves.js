/** What moves on the table: cards by themselves, and by a finger. */
export { dragging } from '../input/drag.js';
export { animate, collect, hurrying, scene } from './motion.js';
