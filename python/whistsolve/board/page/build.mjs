// Bundles the page into ../static/board.js, and says in ../static/built-from.json what it was made of.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const output = process.argv[2] ?? join(here, '..', 'static');

const licence = (await readFile(join(here, 'node_modules', 'preact', 'LICENSE'), 'utf8')).trim();
const banner = `/*!
 * The page of \`whistsolve board\`. Built from board/page by build.mjs: change the sources, not this file.
 * It contains Preact:
 *
${licence.replace(/^/gm, ' * ').replace(/ +$/gm, '')}
 */`;

await build({
  absWorkingDir: here,
  entryPoints: ['source/main.tsx'],
  outfile: join(output, 'board.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  banner: { js: banner },
  // The sources of Preact, so that the bundle can be read.
  alias: {
    'preact/jsx-runtime': './node_modules/preact/jsx-runtime/src/index.js',
    'preact/hooks': './node_modules/preact/hooks/src/index.js',
    preact: './node_modules/preact/src/index.js',
  },
  logLevel: 'warning',
});

const digest = async (path) => createHash('sha256').update(await readFile(path)).digest('hex');
const listed = await readdir(join(here, 'source'), { recursive: true, withFileTypes: true });
const paths = listed
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .concat(['build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(here, name)));
const sources = {};
for (const path of paths.map((each) => relative(here, each).split(sep).join('/')).sort()) {
  sources[path] = await digest(join(here, path));
}
const built = { 'board.js': await digest(join(output, 'board.js')) };
await writeFile(join(output, 'built-from.json'), `${JSON.stringify({ sources, built }, null, 2)}\n`);
