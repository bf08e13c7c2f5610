// Codes that are shown once: print the page, or save their text as a file of this device.

/**
 * Return the text of codes as a person keeps it: a line for each block, the codes without their numbers.
 * @param {Element} place
 * @returns {string}
 */
export function textOf(place) {
  const lines = [...place.querySelectorAll("p, li")].map((line) =>
    (line.textContent ?? "").replace(/\s+/g, " ").trim(),
  );
  return `${lines.join("\n")}\n`;
}

/**
 * @param {string} text
 * @param {string} name
 */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next turn of the loop.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @param {HTMLButtonElement} button */
function start(button) {
  const { print: printed, save: saved, file } = button.dataset;
  const place = document.getElementById(printed ?? saved ?? "");
  if (!place) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    if (printed) globalThis.print();
    else save(textOf(place), file ?? "codes.txt");
  });
}

if (typeof document !== "undefined") {
  for (const button of document.querySelectorAll("button[data-print], button[data-save]")) {
    if (button instanceof HTMLButtonElement) start(button);
  }
}
