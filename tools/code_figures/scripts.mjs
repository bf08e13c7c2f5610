// Reads paths of ES modules from standard input, and prints as JSON the functions of each (name and
// lines) and what it imports. Counted are all functions and methods, and arrow functions of more
// than one line.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as acorn from 'acorn';

function nameOf(node, parent) {
  const named = node.id ?? parent?.key ?? parent?.id ?? parent?.left;
  return named?.name ?? named?.property?.name ?? '(no name)';
}

function isFunction(node) {
  return /^(Function(Declaration|Expression)|ArrowFunctionExpression)$/.test(node.type);
}

function isCounted(node, lines) {
  return isFunction(node) && (lines > 1 || node.type !== 'ArrowFunctionExpression');
}

function importOf(node) {
  return /^(Import|Export)/.test(node.type) && typeof node.source?.value === 'string'
    ? node.source.value
    : '';
}

function* walk(node, parent) {
  yield [node, parent];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child?.type === 'string') yield* walk(child, node);
    }
  }
}

function readModule(file) {
  const options = { ecmaVersion: 'latest', sourceType: 'module', locations: true };
  const tree = acorn.parse(readFileSync(file, 'utf8'), options);
  const functions = [];
  const imports = [];
  for (const [node, parent] of walk(tree, null)) {
    // a method begins at its name, its function at the bracket after it
    const first = /^(MethodDefinition|Property)$/.test(parent?.type ?? '') ? parent : node;
    const lines = node.loc.end.line - first.loc.start.line + 1;
    if (isCounted(node, lines)) functions.push({ name: nameOf(node, parent), lines });
    const source = importOf(node);
    if (source.startsWith('.')) imports.push(join(dirname(file), source));
  }
  return { functions, imports };
}

const files = readFileSync(0, 'utf8').split('\n').filter(Boolean);
console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, readModule(file)]))));
