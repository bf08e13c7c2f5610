/** Tells a table that its reader came to it by a key: their focus goes to the cards, and no ring shows to others. */

const CAME_BY_KEY = 'came-by-key';

/** Note how the reader leaves this page, for the page that comes. */
export function noteWayOut() {
  let byKey = false;
  document.addEventListener('keydown', () => (byKey = true), true);
  document.addEventListener('pointerdown', () => (byKey = false), true);
  window.addEventListener('pagehide', () => {
    try {
      if (byKey) sessionStorage.setItem(CAME_BY_KEY, '1');
      else sessionStorage.removeItem(CAME_BY_KEY);
    } catch {
      // the focus begins where browsers have it
    }
  });
}

/** Return whether the reader came to this page by a key; once. */
export function takeCameByKey() {
  try {
    const byKey = sessionStorage.getItem(CAME_BY_KEY) !== null;
    sessionStorage.removeItem(CAME_BY_KEY);
    return byKey;
  } catch {
    return false;
  }
}
