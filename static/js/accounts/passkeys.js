// Passkeys: tells allauth's script which form of the page to work with, and shows what went wrong.
// The form says it all in its data attributes, so that no page needs a script of its own.

import { gettext } from "../lib/i18n.js";

/** @typedef {(options: {ids: Record<string, string>}) => void} Starter */

/** The name that each of allauth's starters gives the button. */
const BUTTONS = /** @type {const} */ ({
  addForm: "add",
  authenticateForm: "authenticate",
  loginForm: "login",
  signupForm: "signup",
});

/** @returns {Record<string, Starter> | undefined} */
const starters = () => /** @type {any} */ (globalThis).allauth?.webauthn?.forms;

/**
 * Return what to tell about an error of the browser; most of them are somebody changing their mind.
 * @param {unknown} error
 * @returns {string}
 */
export function trouble(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") {
    return gettext("Nothing happened: it was cancelled, or it took too long.");
  }
  if (name === "InvalidStateError") return gettext("That passkey is here already.");
  if (name === "SecurityError") return gettext("Passkeys do not work at this address.");
  return gettext("The passkey did not work. Try again or use your password.");
}

/** @param {string} text */
function showTrouble(text) {
  for (const place of document.querySelectorAll("[data-trouble]")) place.textContent = text;
}

/** @param {HTMLFormElement} form */
function start(form) {
  const { passkey, button, credential, passwordless, options } = form.dataset;
  const name = /** @type {keyof typeof BUTTONS} */ (passkey);
  const found = document.getElementById(button ?? "");
  const starter = starters()?.[name];
  if (!starter || !(found instanceof HTMLButtonElement) || !credential) return;
  if (!("PublicKeyCredential" in globalThis)) {
    found.disabled = true;
    showTrouble(gettext("This browser has no passkeys."));
    return;
  }
  /** @type {Record<string, string>} */
  const ids = { [BUTTONS[name]]: found.id, credential };
  if (passwordless) ids.passwordless = passwordless;
  if (options) ids.data = options;
  found.addEventListener("click", () => showTrouble(""));
  starter({ ids });
}

if (typeof document !== "undefined") {
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    showTrouble(trouble(/** @type {CustomEvent} */ (event).detail?.exception));
  });
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    if (form instanceof HTMLFormElement) start(form);
  }
}
