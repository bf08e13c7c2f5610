import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../../static/js');

/** What a module imports, types apart: the names that are served carry a hash of all of these. */
const named = (/** @type {string} */ file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from\s*|import\s+)["'](\.[^"']+)["']/g)].map((found) =>
    resolve(dirname(file), found[1] ?? ''),
  );

test('no module imports one that imports it again', () => {
  const files = readdirSync(ROOT, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(ROOT, name));
  /** @type {Set<string>} */
  const done = new Set();
  const visit = (/** @type {string} */ file, /** @type {string[]} */ way) => {
    assert.ok(!way.includes(file), [...way, file].map((one) => relative(ROOT, one)).join(' → '));
    if (done.has(file) || !file.startsWith(ROOT)) return;
    for (const next of named(file)) visit(next, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});
