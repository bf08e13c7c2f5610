// The clock of a rush. The server counts the time; this only shows it, and asks for the result when
// it is over. What is left comes as milliseconds, so that a wrong clock of the device does no harm.

const GRACE_MS = 1200;
/* Past the moment up to which the server takes an answer that was on its way. */

const clock = document.getElementById('run-clock');
if (clock) begin(clock);

/**
 * Count down until the end.
 * @param {HTMLElement} clock
 */
function begin(clock) {
  const ends = performance.now() + Number(clock.dataset.left);
  const timer = setInterval(() => {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    if (left > 0) return;
    clearInterval(timer);
    setTimeout(() => location.reload(), GRACE_MS);
  }, 200);
}
