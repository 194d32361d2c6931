// Bundles the page, minified, into ../static: board.js and board.css. The same sources always give the same bytes.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const made = 'The page of `whistsolve board`, built by page/build.mjs: change the sources, not this file.';
const licence = (await readFile(join(here, 'node_modules', 'preact', 'LICENSE'), 'utf8')).trim();

await build({
  absWorkingDir: here,
  entryPoints: [
    { in: 'source/main.tsx', out: 'board' },
    { in: 'source/board.css', out: 'board' },
  ],
  outdir: '../static',
  bundle: true,
  minify: true,
  // Git and editors are slow with one line of 150 kB.
  lineLimit: 4000,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'inline',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // The licence of Preact has to stand wherever a copy of it does.
  banner: {
    js: `/*!\n * ${made}\n * It contains Preact:\n *\n${licence.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */`,
    css: `/*! ${made} */`,
  },
  logLevel: 'warning',
});
