/** The page of the deal of the day: how long it is open, and sharing by the device. */

/** Milliseconds between two counts of the time left, which has minutes. */
const COUNT_MS = 15000;

/** Show the hours and minutes until the day ends. */
function countDown() {
  const place = /** @type {HTMLElement | null} */ (document.querySelector('[data-until]'));
  if (!place) return;
  const left = Math.max(0, Math.floor((Date.parse(place.dataset.until ?? '') - Date.now()) / 60000));
  const hours = place.querySelector('[data-hours]');
  const minutes = place.querySelector('[data-minutes]');
  if (hours) hours.textContent = String(Math.floor(left / 60));
  if (minutes) minutes.textContent = String(left % 60);
}

countDown();
setInterval(countDown, COUNT_MS);

// Only some browsers can hand a text to another app; all others copy it.
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-share]'))) {
  if (!('share' in navigator)) break;
  button.hidden = false;
  button.addEventListener('click', () => {
    // Closing the device's dialog is no error.
    navigator.share({ text: button.dataset.share }).catch(() => undefined);
  });
}
