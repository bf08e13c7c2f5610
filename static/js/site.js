// What every page does: theme, roving groups, copying, closing, and the errors of a form.

import { copyText } from "./lib/clipboard.js";
import { roving } from "./lib/roving.js";
import { toggle } from "./lib/theme.js";

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
  theme: () => toggle(),
  copy: (target) => void copy(target),
  close: (target) => target.closest("dialog")?.close(),
};

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  const target = event.target.closest("[data-act]");
  if (target instanceof HTMLElement) ACTS[target.dataset.act ?? ""]?.(target);
});

// What only works with script is hidden until there is one.
for (const button of document.querySelectorAll(
  "[data-act='theme'][hidden], [data-act='copy'][hidden]",
)) {
  button.removeAttribute("hidden");
}

for (const group of document.querySelectorAll("[data-roving]")) {
  if (group instanceof HTMLElement) roving(group);
}

// Of many tabs, the one that is shown is in sight.
document.querySelector(".tabs > [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// Settings show what they do at once; they are saved by their button.
const form = document.querySelector("[data-preferences]");
form?.addEventListener("change", (event) => {
  const { name, value } = /** @type {HTMLInputElement} */ (event.target);
  if (name === "felt") document.documentElement.dataset.felt = value;
});
const calls = document.querySelector("[data-calls]");
if (calls instanceof HTMLElement)
  import("./lib/calls.js").then(
    (part) => part.offerCalls(calls),
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

// A form that came back wrong says so first.
const errors = document.querySelector("[data-errors]");
if (errors instanceof HTMLElement) errors.focus();

export {};
