// @ts-check
/**
 * The moderators' desk: keys, the text that is proposed for a measure, and the button that undoes.
 * Without this script everything works by the page's own forms.
 */

/** Whether somebody is writing, so that letters are no commands. @param {EventTarget | null} target */
export function isWriting(target) {
  return target instanceof Element && target.matches('input:not([type=radio]), textarea, select');
}

/**
 * The index of the row that J or K goes to.
 * @param {number} at index of the focused row; -1 where none is
 * @param {number} count @param {1 | -1} step
 */
export function nextRow(at, count, step) {
  if (at < 0) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, at + step));
}

/** Move the focus among the cases of the queue. @param {1 | -1} step */
function move(step) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.queue .qi')]);
  if (!rows.length) return;
  const focused = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const at = focused < 0 ? rows.findIndex((row) => row.ariaCurrent === 'true') : focused;
  rows[nextRow(at, rows.length, step)]?.focus();
}

/** What each key does. @type {Record<string, () => void>} */
const KEYS = {
  j: () => move(1),
  k: () => move(-1),
  d: () => focusOn('.decide [name=measure]:checked'),
  l: () => document.querySelector('[data-key=l]')?.dispatchEvent(new MouseEvent('click')),
  q: () => location.assign('/desk/'),
  '?': () => document.querySelector('.keys')?.toggleAttribute('open'),
};

/** Put the focus on the first element of a selector. @param {string} selector */
function focusOn(selector) {
  /** @type {HTMLElement | null} */ (document.querySelector(selector))?.focus();
}

/** Follow the keys of the desk. @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
  const act = KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

/**
 * Propose the text of a measure when the choice changes, unless the moderator has written in it.
 * @param {HTMLFormElement} form
 */
function proposeTexts(form) {
  const text = /** @type {HTMLTextAreaElement | null} */ (form.elements.namedItem('text'));
  const length = /** @type {HTMLSelectElement | null} */ (form.elements.namedItem('minutes'));
  if (!text || !length) return;
  let proposed = text.value;
  let asked = 0;
  /** Offer the lengths of the chosen measure alone. */
  const fitLengths = () => {
    const measure = String(new FormData(form).get('measure'));
    for (const option of length.options) {
      const of = option.dataset.of;
      option.hidden = option.disabled = of !== undefined && !of.split(' ').includes(measure);
    }
    if (length.selectedOptions[0]?.disabled) length.value = '';
  };
  fitLengths();
  form.addEventListener('change', async (event) => {
    if (event.target === text) return;
    fitLengths();
    if (text.value !== proposed) return;
    const query = new URLSearchParams();
    for (const name of ['measure', 'rule', 'minutes'])
      query.set(name, String(new FormData(form).get(name) ?? ''));
    const number = ++asked;
    const answer = await fetch(`${form.dataset.text}?${query}`);
    if (!answer.ok || number !== asked || text.value !== proposed) return;
    const offer = await answer.json();
    text.value = proposed = offer.text;
    for (const [name, value] of [
      ['proposed', offer.text],
      ['proposed_for', offer.for],
    ]) {
      const field = form.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.value = value;
    }
  });
}

/** Take the button that undoes away when its time is over. @param {HTMLElement} notice */
function endUndo(notice) {
  setTimeout(() => notice.remove(), Number(notice.dataset.undo) * 1000);
}

if (typeof document !== 'undefined') {
  document.addEventListener('keydown', onKey);
  for (const form of document.querySelectorAll('form.decide'))
    proposeTexts(/** @type {HTMLFormElement} */ (form));
  for (const notice of document.querySelectorAll('[data-undo]'))
    endUndo(/** @type {HTMLElement} */ (notice));
}
