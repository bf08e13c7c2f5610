// Calls to this browser when it is one's turn: granted by a button, on the page of settings alone.

import { gettext as _ } from "./i18n.js";

const PUSH = "/accounts/push/";

/**
 * @param {string} key base64 for addresses
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytes(key) {
  const text = atob(key.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/**
 * @param {string} method
 * @param {object} body
 */
function postSubscription(method, body) {
  const token = /** @type {HTMLInputElement} */ (document.querySelector("[name=csrfmiddlewaretoken]"));
  return fetch(PUSH, { method, body: JSON.stringify(body), headers: { "X-CSRFToken": token.value } });
}

/** @param {HTMLElement} section where the buttons are */
export async function offerTurnNotifications(section) {
  if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("account" in document.body.dataset)) return;
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (section.querySelector(name));
  const [yes, no, state] = [part("[data-call=on]"), part("[data-call=off]"), part("[data-call-state]")];
  const manager = (await navigator.serviceWorker.ready).pushManager;
  const show = async () => {
    const now = await manager.getSubscription();
    yes.hidden = Boolean(now);
    no.hidden = !now;
  };
  yes.onclick = async () => {
    try {
      if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      const { key } = await (await fetch(PUSH)).json();
      const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
      const answer = await postSubscription("POST", made.toJSON());
      if (!answer.ok) throw new Error(String(answer.status));
      state.textContent = _("This browser will notify you.");
    } catch {
      state.textContent = _("This browser does not let us notify you.");
    }
    await show();
  };
  no.onclick = async () => {
    const now = await manager.getSubscription();
    if (now) {
      await postSubscription("DELETE", { endpoint: now.endpoint }).catch(() => undefined);
      await now.unsubscribe();
    }
    state.textContent = _("This browser will no longer notify you.");
    await show();
  };
  await show();
  section.hidden = false;
}
