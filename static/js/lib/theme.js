// Light or dark: what the system says, unless somebody chose here.

/** @typedef {"light" | "dark"} Theme */

const KEY = "theme";
const root = document.documentElement;

/**
 * Return the theme that was chosen on this device, if any.
 * @returns {Theme | null}
 */
export function chosen() {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : null;
  } catch {
    return null; // Storage may be forbidden; the system's theme is fine.
  }
}

/**
 * Return the theme in which the page shows now.
 * @returns {Theme}
 */
export function current() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return chosen() ?? system;
}

/**
 * Choose a theme, or go back to the system's with `null`.
 * @param {Theme | null} theme
 */
export function choose(theme) {
  try {
    if (theme) localStorage.setItem(KEY, theme);
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for this page then.
  }
  apply(theme);
}

/** Change from light to dark or back. */
export function toggle() {
  const shown = root.dataset.theme ?? current();
  choose(shown === "dark" ? "light" : "dark");
}

/** @param {Theme | null} theme */
function apply(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

apply(chosen());
