/** Work in tasks of its own: as one long task it would hold up frames and taps. */

/** @type {{postTask(work: () => void, how: {priority: string}): Promise<void>} | undefined} */
const scheduler = /** @type {any} */ (globalThis).scheduler;

/**
 * Do something in the next task.
 * @param {() => void} work
 */
export function soon(work) {
  if (scheduler) void scheduler.postTask(work, { priority: 'user-blocking' });
  else setTimeout(work);
}

/**
 * Do something in the next task, or within the next frame where that comes first.
 * @param {() => void} work
 * @returns {() => void} does it at once, if it is not done yet
 */
export function beforePaint(work) {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    work();
  };
  const frame = requestAnimationFrame(once);
  soon(once);
  return once;
}
