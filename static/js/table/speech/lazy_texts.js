/** Hold the texts that are fetched late (`fetch_texts.js`), for all modules that use them where they are there. */

/** @type {typeof import('./contract_texts.js') | null} */
let contract = null;
/** @type {typeof import('./late_texts.js') | null} */
let late = null;

/** Return the texts of auctions, contracts, marriages and talk between partners; null before they are fetched. */
export function contractTexts() {
  return contract;
}

/** Return the texts of how deals and matches end; null before they are fetched. */
export function lateTexts() {
  return late;
}

/** @param {typeof import('./contract_texts.js')} texts */
export function setContractTexts(texts) {
  contract = texts;
}

/** @param {typeof import('./late_texts.js')} texts */
export function setLateTexts(texts) {
  late = texts;
}
