// Addresses of the sprites. Their file names carry a hash, so the page says them on its body.

/** @typedef {"classic" | "large" | "contrast" | "french"} Variant */

/** @type {Record<string, string>} */
const FRENCH_SUITS = { O: "D", C: "H", E: "S", B: "C" };
/** @type {Record<string, string>} */
const FRENCH_COURTS = { 10: "J", 11: "Q", 12: "K" };

/**
 * The address of a sprite.
 * @param {"icons" | "tiles" | "signs" | Variant} name
 * @returns {string}
 */
export function sprite(name) {
  return document.body.dataset[name] ?? "";
}

/**
 * What the `use` of a card points to.
 * @param {string} code a card code, `back` or `empty`
 * @param {Variant} [variant]
 * @returns {string}
 */
export function cardHref(code, variant = "classic") {
  const extra = code === "back" || code === "empty";
  if (variant === "classic") return `${sprite("classic")}#${extra ? "card-" : ""}${code}`;
  if (variant === "french" && !extra) {
    const rank = code.slice(1);
    return `${sprite("french")}#french-${FRENCH_SUITS[code.charAt(0)]}${FRENCH_COURTS[rank] ?? rank}`;
  }
  return `${sprite(variant)}#${variant}-${code}`;
}

/**
 * What the `use` of a line icon or a suit glyph points to.
 * @param {string} name
 * @returns {string}
 */
export function iconHref(name) {
  return `${sprite("icons")}#${name}`;
}

/**
 * What the `use` of a sign's face points to.
 * @param {string} name
 * @returns {string}
 */
export function signHref(name) {
  return `${sprite("signs")}#sign-${name}`;
}
