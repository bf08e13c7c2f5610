// A sentence that stays for four seconds, as a rule. One at a time, and never over a running deal.

import { iconHref } from "./sprites.js";

const STAY = 4000;
const TO_SELECT = 30_000;
const SVG = "http://www.w3.org/2000/svg";

/** @type {HTMLElement | null} */
let region = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Say a sentence on the page; it replaces the one before.
 * @param {string} text
 * @param {string} [icon]
 * @param {number} [stay] ms
 */
export function toast(text, icon = "check", stay = STAY) {
  if (!region) {
    // The region is there before its words, or a screen reader would not hear them.
    region = document.createElement("p");
    region.className = "toast";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "i");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", iconHref(icon));
  svg.append(use);
  region.replaceChildren(svg, text);
  clearTimeout(timer);
  timer = setTimeout(() => region?.replaceChildren(), stay);
}

/**
 * Show what could not be copied, long enough to be selected by hand.
 * @param {string} text
 */
export function toastToSelect(text) {
  toast(text, "link", TO_SELECT);
}
