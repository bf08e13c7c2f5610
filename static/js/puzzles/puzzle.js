// Keys and focus on the page of a puzzle: 1 to 9 choose a card, Enter goes on, V shows the match or the tricks before.
// Without this script every one of them is a button or a link.

const typing = "input, textarea, select, [contenteditable]";

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest(typing)) return;
  if (/^[1-9]$/.test(event.key)) press(choices()[Number(event.key) - 1], event);
  else if (event.key.toLowerCase() === "v") press(find("[data-key-match]"), event);
  else if (event.key === "Enter" && !target.closest("a, button, summary")) press(find("[data-key-next]"), event);
});

window.addEventListener("hashchange", openLinked);
document.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
  if (link) open(link.getAttribute("href") ?? "");
});
openLinked();
// After an answer the next step has the focus; the page stays where it is, at the board.
find("#judged [data-key-next]")?.focus({ preventScroll: true });

/** Return the buttons that answer, in the order of the hand. */
function choices() {
  const buttons = document.querySelectorAll(".board button[name=card]");
  return /** @type {HTMLButtonElement[]} */ ([...buttons]);
}

/**
 * Return the first element of this selector.
 * @param {string} selector
 */
function find(selector) {
  return /** @type {HTMLElement | null} */ (document.querySelector(selector));
}

/**
 * Press a button or follow a link in place of the key.
 * @param {HTMLElement | null | undefined} element
 * @param {KeyboardEvent} event
 */
function press(element, event) {
  if (!element) return;
  event.preventDefault();
  element.click();
}

/** Open the folded part to which the address leads. */
function openLinked() {
  open(location.hash);
}

/**
 * Open a folded part of the page.
 * @param {string} hash its id after a number sign
 */
function open(hash) {
  const part = document.getElementById(hash.slice(1));
  if (part?.matches("details")) part.setAttribute("open", "");
}
