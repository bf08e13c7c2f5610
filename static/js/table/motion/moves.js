/** What moves on the table: cards by themselves, and by a finger. */
export { listenToDrags } from '../input/drag.js';
export { animate, collect, arriveOnTouch, scene } from './motion.js';
