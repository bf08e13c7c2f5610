/**
 * Find circles among the imports of JavaScript modules: a lint rule, and the search itself for tests.
 *
 * What is fetched later by `import()` counts as what is imported at once does; types in comments do not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORTS = /\b(?:from\s*|import\s*\(\s*|import\s+)["'](\.[^"']+)["']/g;

/** @type {Map<string, string[]>} */
const known = new Map();

/**
 * Return the modules that a file imports, at once or later.
 * @param {string} file its absolute path
 * @returns {string[]}
 */
function importsOf(file) {
  let found = known.get(file);
  if (!found) {
    const code = existsSync(file) ? readFileSync(file, 'utf8').replace(COMMENTS, '') : '';
    found = [...code.matchAll(IMPORTS)].map(([, url]) => resolve(dirname(file), url ?? ''));
    known.set(file, found);
  }
  return found;
}

/**
 * Return the shortest way by which a file imports itself, both ends included; null where there is none.
 * @param {string} file its absolute path
 * @returns {string[] | null}
 */
export function cycleOf(file) {
  const seen = new Set();
  const queue = [[file]];
  for (const path of queue) {
    for (const next of importsOf(path.at(-1) ?? file)) {
      if (next === file) return [...path, file];
      if (!seen.has(next)) queue.push([...path, next]);
      seen.add(next);
    }
  }
  return null;
}

/** @type {import('eslint').Rule.RuleModule} */
export const noImportCycles = {
  meta: { type: 'problem', schema: [], messages: { cycle: 'imports itself: {{path}}' } },
  create: (context) => ({
    Program(node) {
      const path = cycleOf(resolve(context.filename));
      if (!path) return;
      const names = path.map((file) => relative(context.cwd, file)).join(' → ');
      context.report({ node, messageId: 'cycle', data: { path: names } });
    },
  }),
};
