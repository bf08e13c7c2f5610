// Addresses of the sprites. Their file names carry a hash, so the page says them on its body.

/** @typedef {"classic" | "large" | "contrast" | "french"} Variant */
/** @typedef {"full" | "small"} Size the face for a card in one's hand, or for one under 84 px */

/** @type {Record<string, string>} */
const FRENCH_SUITS = { O: "D", C: "H", E: "S", B: "C" };

/**
 * What a French card of this code has printed on it: which card stands for which is a rule.
 * @type {Record<string, Record<string, string>>}
 */
const FRENCH_RANKS = {
  kqj: { 10: "J", 11: "Q", 12: "K" },
  1098: { 10: "8", 11: "9", 12: "10" },
  all52: { 11: "J", 12: "Q", 13: "K" },
};

/**
 * Return the rank that is printed on a French card, as on its corner.
 * @param {string} code
 * @param {string} [faces] which French cards stand for the Spanish ones: kqj, 1098 or all52
 * @returns {string}
 */
export function frenchRank(code, faces = "kqj") {
  const rank = code.slice(1);
  return FRENCH_RANKS[faces]?.[rank] ?? rank;
}

/**
 * Return the address of a sprite.
 * @param {"icons" | "tiles" | "signs" | "faces" | Variant} name
 * @returns {string}
 */
export function sprite(name) {
  return document.body.dataset[name] ?? "";
}

/**
 * Return what the `use` of a card points to: always within the one sprite of the deck, back and all.
 * @param {string} code a card code, `back` or `empty`
 * @param {Variant} deck
 * @param {Size} [size] of the classic deck: its other faces are the same at any size
 * @param {string} [faces] which French cards stand for the Spanish ones
 * @returns {string}
 */
export function cardHref(code, deck, size = "full", faces = "kqj") {
  const extra = code === "back" || code === "empty";
  if (deck === "classic")
    return `${sprite("classic")}#${extra ? "card-" : size === "small" ? "small-" : ""}${code}`;
  if (deck === "french" && !extra)
    return `${sprite("french")}#french-${FRENCH_SUITS[code.charAt(0)]}${frenchRank(code, faces)}`;
  return `${sprite(deck)}#${deck}-${code}`;
}

/**
 * Return what the `use` of a line icon or a suit glyph points to.
 * @param {string} name
 * @returns {string}
 */
export function iconHref(name) {
  return `${sprite("icons")}#${name}`;
}

/**
 * Return what the `use` of a sign's face points to.
 * @param {string} name
 * @returns {string}
 */
export function signHref(name) {
  return `${sprite("signs")}#sign-${name}`;
}

/**
 * Return what the `use` of a face of the talk points to.
 * @param {string} name
 * @returns {string}
 */
export function faceHref(name) {
  return `${sprite("faces")}#face-${name}`;
}
