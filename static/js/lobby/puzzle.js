/** The puzzle of the day is answered on the lobby: the cards get their values in their places. */

/**
 * Send the answer and show what the server makes of it; if that fails the form does it by a page.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} card
 */
export async function answer(form, card) {
  const place = /** @type {HTMLElement} */ (form.querySelector('.puzzle'));
  const body = new FormData(form, card);
  form.setAttribute('aria-busy', 'true');
  try {
    const reply = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
    if (!reply.ok) throw new Error(reply.statusText);
    const { html } = await reply.json();
    place.replaceChildren(...new DOMParser().parseFromString(html, 'text/html').body.childNodes);
    place.dataset.means = 'answer'; // a second press was meant for a card
    const title = place.querySelector('h2');
    if (title instanceof HTMLElement) title.focus({ preventScroll: true });
  } catch {
    form.append(hidden(card));
    form.submit();
  } finally {
    form.removeAttribute('aria-busy');
  }
}

/**
 * Return a field with the chosen card, which a form that a script submits would leave out.
 * @param {HTMLButtonElement} card
 */
function hidden(card) {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = card.name;
  field.value = card.value;
  return field;
}
