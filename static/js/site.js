// What every page does: theme, copying, closing, and the errors of a form.

import { copyText } from "./lib/clipboard.js";
import { choose, chosen, toggle } from "./lib/theme.js";

/**
 * @param {HTMLElement} button
 * @returns {Promise<void>}
 */
async function copy(button) {
  const text = button.dataset.copy || location.href;
  const copied = copyText(text);
  const { toast, toastToSelect } = await import("./lib/toast.js");
  if (await copied) toast(button.dataset.done ?? text);
  else toastToSelect(text);
}

/** @type {Record<string, (target: HTMLElement) => void>} */
const ACTS = {
  theme: () => {
    toggle();
    showTheme();
  },
  copy: (target) => void copy(target),
  close: (target) => target.closest("dialog")?.close(),
};

/** Mark the theme that was chosen, where the page asks for it. */
function showTheme() {
  const theme = chosen() ?? "";
  for (const input of document.querySelectorAll("[data-theme-choice] input")) {
    if (input instanceof HTMLInputElement) input.checked = input.value === theme;
  }
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const target = event.target.closest("[data-act]");
  if (target instanceof HTMLElement) ACTS[target.dataset.act ?? ""]?.(target);
});

// The menu of the header closes as menus do: by Escape, back to its button, and by what is beside it.
const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector("details.me"));
if (menu) {
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  });
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
}

// The bell opens its panel in place; what that takes is fetched when it is asked for.
const bell = /** @type {HTMLAnchorElement | null} */ (document.querySelector("[data-bell]"));
bell?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  import("./lib/bell.js").then(
    (part) => part.openPanel(bell),
    () => location.assign(bell.href),
  );
});

// What only works with script is hidden until there is one.
for (const button of document.querySelectorAll(
  "[data-act='theme'][hidden], [data-act='copy'][hidden], [data-theme-choice][hidden]",
)) {
  button.removeAttribute("hidden");
}

// Of many tabs, the one that is shown is in sight.
document.querySelector(".tabs > [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Times near today by the reader's clock, where the page has any.
if (document.querySelector("time[data-moment]"))
  import("./lib/local_times.js").then(
    (part) => part.showLocalTimes(document),
    () => undefined,
  );

// Settings show what they do at once; they are saved by their button.
const form = document.querySelector("[data-preferences]");
form?.addEventListener("change", (event) => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "felt") document.documentElement.dataset.felt = value;
  if (name === "theme") choose(value === "light" || value === "dark" ? value : null);
});
showTheme();
const calls = document.querySelector("[data-calls]");
if (calls instanceof HTMLElement)
  import("./lib/turn_notifications.js").then(
    (part) => part.offerTurnNotifications(calls),
    () => undefined,
  );

// Once all is there: what keeps pages for when there is no connection.
if ("serviceWorker" in navigator)
  window.addEventListener("load", () => setTimeout(() => void register(), 3000));

/** @returns {Promise<void>} */
async function register() {
  try {
    await navigator.serviceWorker.register("/sw.js");
  } catch {
    // Without it all works that works online.
  }
}

// A form that came back wrong says so first: together, or at the one field that is wrong.
const errors = document.querySelector("[data-errors], form [aria-invalid='true']");
if (errors instanceof HTMLElement) errors.focus();

export {};
