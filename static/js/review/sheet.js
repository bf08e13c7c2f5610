/** On a phone what is said of a card lies over the table as a sheet, which a swipe or its grabber opens. */

/** A finger that moved so far meant it, in pixels. */
const FAR = 32;

const upright = globalThis.matchMedia?.('(max-width: 46rem)');

/** @param {HTMLElement} sheet */
const grabber = (sheet) => /** @type {HTMLButtonElement | null} */ (sheet.querySelector('.grab'));

/**
 * Return whether the sheet is open.
 * @param {HTMLElement} sheet
 */
const isOpen = (sheet) => sheet.hasAttribute('data-open');

/**
 * Open or close the sheet. The focus goes in, and back to what opened it.
 * @param {HTMLElement} sheet
 * @param {boolean} open
 * @param {HTMLElement | null} [from] what has opened it
 */
export function setOpen(sheet, open, from = grabber(sheet)) {
  if (open === isOpen(sheet)) return;
  sheet.toggleAttribute('data-open', open);
  grabber(sheet)?.setAttribute('aria-expanded', String(open));
  if (open) {
    opener = from;
    focusIn(sheet);
    return;
  }
  sheet.scrollTop = 0;
  if (!sheet.contains(document.activeElement) && document.activeElement !== document.body) return;
  (opener?.isConnected && opener.checkVisibility?.() !== false ? opener : grabber(sheet))?.focus();
}

/** Where the focus goes back to. @type {HTMLElement | null} */
let opener = null;

/** @param {HTMLElement} sheet */
function focusIn(sheet) {
  const heading = sheet.querySelector('h2');
  if (heading instanceof HTMLElement) heading.focus();
}

/**
 * Go to the verdict: on a phone with the sheet open.
 * @param {HTMLElement} sheet
 */
export function showVerdict(sheet) {
  const from = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  if (upright?.matches && !isOpen(sheet)) setOpen(sheet, true, from);
  else focusIn(sheet);
}

/**
 * Close the sheet where it is open on a phone; false where there was nothing to close.
 * @param {HTMLElement} sheet
 * @returns {boolean}
 */
export function closeSheet(sheet) {
  if (!upright?.matches || !isOpen(sheet)) return false;
  setOpen(sheet, false);
  return true;
}

/** @param {HTMLElement} sheet */
export function listenToSheet(sheet) {
  grabber(sheet)?.addEventListener('click', () => setOpen(sheet, !isOpen(sheet)));
  /** @type {{id: number, y: number} | null} */
  let start = null;
  sheet.addEventListener('pointerdown', (event) => {
    const inside = isOpen(sheet) && sheet.scrollTop > 0;
    start = event.pointerType === 'mouse' || inside ? null : { id: event.pointerId, y: event.clientY };
  });
  sheet.addEventListener('pointerup', (event) => {
    const moved = start?.id === event.pointerId ? event.clientY - start.y : 0;
    start = null;
    if (upright?.matches && Math.abs(moved) >= FAR) setOpen(sheet, moved < 0);
  });
  sheet.addEventListener('pointercancel', () => {
    start = null;
  });
  upright?.addEventListener('change', () => setOpen(sheet, false));
}
