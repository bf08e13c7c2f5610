/**
 * Commitments of the scheme brisca-fair/1: bytes, digests, and what a seat says before it shows its
 * nonce. Checking a deal is more, and is in `fairness.js`.
 */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

export const SCHEME = 'brisca-fair/1';

/**
 * Return the parts one after another, each behind its length: four bytes, big endian.
 * @param {(Bytes | string | number)[]} parts
 * @returns {Bytes}
 */
export function encode(parts) {
  const all = parts.map((part) =>
    part instanceof Uint8Array ? part : new TextEncoder().encode(String(part)),
  );
  const out = new Uint8Array(all.reduce((sum, data) => sum + 4 + data.length, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const data of all) {
    view.setUint32(at, data.length);
    out.set(data, at + 4);
    at += 4 + data.length;
  }
  return out;
}

/**
 * @param {Bytes} bytes
 * @returns {string}
 */
export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {string} text
 * @returns {Bytes}
 */
export function fromHex(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/**
 * Return SHA-256 of the labelled parts.
 * @param {string} label
 * @param {(Bytes | string | number)[]} parts
 * @returns {Promise<Bytes>}
 */
export async function digest(label, parts) {
  const data = encode([`${SCHEME}/${label}`, ...parts]);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', data));
}

/**
 * Return what a seat publishes before it shows its nonce.
 * @param {string} match
 * @param {number} deal
 * @param {number} seat
 * @param {Bytes} nonce
 * @returns {Promise<Bytes>}
 */
export function commitTo(match, deal, seat, nonce) {
  return digest('client-commit', [match, deal, seat, nonce]);
}
