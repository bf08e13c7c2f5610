// Asks the server about a form before it is sent: a page that comes back with errors would come
// without the password, which no page ever holds, and it would have to be typed once more.

/** @param {HTMLFormElement} form */
function start(form) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = form.querySelector('button[type=submit]');
    if (button?.getAttribute('aria-busy') === 'true') return;
    button?.setAttribute('aria-busy', 'true');
    // Whatever goes wrong on the way, the form is sent as it would be without script.
    errorsOf(form).then(
      (checked) => (checked ? show(form, checked) : form.submit()),
      () => form.submit(),
    );
  });
}

/**
 * Return the form as the server gives it back with its errors, or null where there are none to show here.
 * @param {HTMLFormElement} form
 * @returns {Promise<HTMLFormElement | null>}
 */
async function errorsOf(form) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) body.append(name, String(value));
  body.set('check', '1');
  const answer = await fetch(form.action, { method: 'POST', body });
  if (answer.status !== 200) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('form[data-checked]');
}

/**
 * Put the form with its errors in the place of the other one, with the password that was typed.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} checked
 */
function show(form, checked) {
  for (const typed of form.querySelectorAll('input[type=password]')) {
    const field = checked.querySelector(`input[name="${typed.getAttribute('name')}"]`);
    if (typed instanceof HTMLInputElement && field instanceof HTMLInputElement) field.value = typed.value;
  }
  form.replaceWith(checked);
  start(checked);
  const wrong = checked.querySelector("[data-errors], [aria-invalid='true']");
  if (wrong instanceof HTMLElement) wrong.focus();
}

for (const form of document.querySelectorAll('form[data-checked]')) {
  if (form instanceof HTMLFormElement) start(form);
}
