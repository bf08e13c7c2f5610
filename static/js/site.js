// What every page does: theme, roving groups, copying, closing, and the errors of a form.

import { roving } from "./lib/roving.js";
import { toggle } from "./lib/theme.js";
import { toast } from "./lib/toast.js";

/**
 * @param {HTMLElement} button
 * @returns {Promise<void>}
 */
async function copy(button) {
  const text = button.dataset.copy || location.href;
  try {
    await navigator.clipboard.writeText(text);
    toast(button.dataset.done ?? text);
  } catch {
    toast(text, "link"); // Not allowed to copy: show it, so that it can be selected.
  }
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

// A form that came back wrong says so first.
const errors = document.querySelector("[data-errors]");
if (errors instanceof HTMLElement) errors.focus();

export {};
