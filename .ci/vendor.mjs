// Copies what pages load out of node_modules into static/vendor, source maps left out, with the
// licence of each and a list of checksums that a test compares.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const TARGET = 'static/vendor';
const PACKAGES = {
  'lit-html': [
    'lit-html.js',
    'directive.js',
    'directive-helpers.js',
    'directives/live.js',
    'directives/repeat.js',
  ],
  '@preact/signals-core': ['dist/signals-core.module.js'],
};

await rm(TARGET, { recursive: true, force: true });
const list = [];
for (const [name, files] of Object.entries(PACKAGES)) {
  const source = join('node_modules', name);
  const { version, license } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const folder = `${name.split('/').at(-1)}-${version}`;
  const sums = {};
  for (const file of files) {
    const text = (await readFile(join(source, file), 'utf8'))
      .replace(/\n?\/\/# sourceMappingURL=.*\n?/g, '\n')
      // lit imports itself by package name in one place; pages know addresses only
      .replaceAll(/(from|import)(\s*)"lit-html\/([^"]+)"/g, '$1$2"./$3"');
    const target = join(TARGET, folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    sums[file] = createHash('sha256').update(text).digest('hex');
  }
  await cp(join(source, 'LICENSE'), join(TARGET, folder, 'LICENSE'));
  list.push({ name, version, licence: license, folder, files: sums });
}
await writeFile(join(TARGET, 'VENDOR.json'), JSON.stringify(list, null, 2) + '\n');
console.log(list.map((item) => `${item.name} ${item.version}`).join(', '));
