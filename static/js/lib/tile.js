// Somebody's face: one of eight tiles, always the same for the same key.

import { sprite } from "./sprites.js";

const TILES = 8;

/**
 * Return the id of somebody's tile: FNV-1a of 32 bits over UTF-8, as in the templates.
 * @param {string} key
 * @returns {string}
 */
export function tileId(key) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(key))
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return `t${(value % TILES) + 1}`;
}

/**
 * Return what the `use` of somebody's tile points to.
 * @param {string} key
 * @param {string} [chosen] the id of the tile that they chose themselves
 * @returns {string}
 */
export function tileHref(key, chosen) {
  return `${sprite("tiles")}#${chosen || tileId(key)}`;
}
