/** The invitation to a table: the picture shows the face and the name as they are chosen. */
const form = /** @type {HTMLFormElement} */ (document.querySelector('form[data-invite]'));
const own = /** @type {HTMLElement} */ (document.querySelector('.mt .you'));
const nobody = own.querySelector('b')?.textContent ?? '';

form.addEventListener('input', (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === 'name') {
    const name = own.querySelector('b');
    if (name) name.textContent = field.value.trim() || nobody;
  } else if (field.name === 'face') {
    const tile = field.closest('label')?.querySelector('use')?.getAttribute('href');
    if (tile) own.querySelector('use')?.setAttribute('href', tile);
  }
});
// A second press would ask for a seat that one has by then.
form.addEventListener('submit', (event) => {
  const button = form.querySelector('[type=submit]');
  if (button?.getAttribute('aria-busy') === 'true') event.preventDefault();
  button?.setAttribute('aria-busy', 'true');
});
// Who comes back to the page may press it again.
window.addEventListener('pageshow', () => form.querySelector('[type=submit]')?.removeAttribute('aria-busy'));
