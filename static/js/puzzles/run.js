// The clock of a rush. The server counts the time; this only shows it, and asks for the result when
// it is over. What is left comes as milliseconds, so that a wrong clock of the device does no harm.

const clock = document.getElementById('run-clock');

if (clock) {
  const ends = performance.now() + Number(clock.dataset.left);
  const timer = setInterval(show, 200);

  function show() {
    const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
    if (left === 0) {
      clearInterval(timer);
      // past the moment up to which an answer on its way still counts
      setTimeout(() => location.reload(), 1200);
    }
  }
}
