/**
 * The panel of the bell: the newest notifications over the page. The browser keeps the focus in it, closes
 * it by Escape and gives the focus back; where it cannot be fetched the page with all of them opens.
 */

/** @type {HTMLDialogElement | null} */
let dialog = null;

/**
 * Open the panel, or close an open one.
 * @param {HTMLAnchorElement} bell
 */
export async function openPanel(bell) {
  if (dialog?.open) return dialog.close();
  try {
    const answer = await fetch(`${bell.pathname}?panel`, { headers: { Accept: 'text/html' } });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    const read = new DOMParser().parseFromString(await answer.text(), 'text/html');
    dialog ??= makeDialog(bell);
    dialog.replaceChildren(...read.body.children);
    dialog.showModal();
    bell.setAttribute('aria-expanded', 'true');
    if (dialog.querySelector('time[data-moment]')) (await import('./local_times.js')).showLocalTimes(document);
  } catch {
    location.href = bell.href;
  }
}

/** @param {HTMLAnchorElement} bell */
function makeDialog(bell) {
  const made = document.createElement('dialog');
  made.className = 'notif';
  made.setAttribute('aria-labelledby', 'h-notices');
  made.addEventListener('click', ({ target }) => target === made && made.close());
  made.addEventListener('close', () => {
    bell.setAttribute('aria-expanded', 'false');
    bell.focus();
  });
  made.addEventListener('submit', (event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (!form.matches('[data-read-all]')) return;
    event.preventDefault();
    void readAll(form, bell);
  });
  document.body.append(made);
  return made;
}

/**
 * Mark all as read in place; where that fails the form does it by another page.
 * @param {HTMLFormElement} form
 * @param {HTMLAnchorElement} bell
 */
async function readAll(form, bell) {
  try {
    const body = new FormData(form);
    const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error(String(answer.status));
    showUnread(bell, 0);
    for (const item of dialog?.querySelectorAll('.new') ?? []) {
      item.classList.remove('new');
      item.querySelector('.badge')?.remove();
    }
    form.remove();
    /** @type {HTMLElement | null | undefined} */ (dialog?.querySelector('[data-act=close]'))?.focus();
  } catch {
    form.submit();
  }
}

/**
 * Show on the bell how many notifications are unread.
 * @param {HTMLAnchorElement} bell
 * @param {number} unread
 */
export function showUnread(bell, unread) {
  const count = /** @type {HTMLElement} */ (bell.querySelector('.count'));
  const text = unread > 99 ? '99+' : String(unread);
  count.hidden = !unread;
  count.textContent = unread ? text : '';
  const { none = '', single = '', several = '' } = bell.dataset;
  bell.setAttribute('aria-label', [none, single][unread] ?? several.replace('{n}', text));
}
