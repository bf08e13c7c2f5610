import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { test } from 'node:test';

import { cycleOf } from '../../.ci/import_cycles.mjs';

const ROOT = resolve(import.meta.dirname, '../../static/js');

/**
 * Write modules to a new folder, and return the names along the circle of the first.
 * @param {Record<string, string>} files
 */
function cycleAmong(files) {
  const folder = mkdtempSync(join(tmpdir(), 'modules-'));
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
  return cycleOf(join(folder, 'a.js'))?.map((file) => basename(file)) ?? null;
}

test('no module imports one that imports it again', () => {
  const files = readdirSync(ROOT, { recursive: true }).map(String).filter((name) => name.endsWith('.js'));
  assert.ok(files.length > 100);
  for (const name of files) assert.equal(cycleOf(join(ROOT, name)), null, name);
});

test('a circle is found by its shortest way', () => {
  const files = { 'a.js': "import { b } from './b.js';", 'b.js': "import './c.js';\nimport './a.js';", 'c.js': "export * from './a.js';" };
  assert.deepEqual(cycleAmong(files), ['a.js', 'b.js', 'a.js']);
});

test('what is fetched later counts, and what stands in comments does not', () => {
  const b = "export const load = () => import('./a.js');";
  assert.deepEqual(cycleAmong({ 'a.js': "import { load } from './b.js';", 'b.js': b }), ['a.js', 'b.js', 'a.js']);
  const types = "/** @type {typeof import('./a.js') | null} */\nexport let a = null;\n// import './a.js';";
  assert.equal(cycleAmong({ 'a.js': "import { a } from './b.js';", 'b.js': types }), null);
});
