// How sources become minified files; the same sources always give the same bytes.

import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const here = import.meta.dirname;
const licence = (await readFile(join(here, 'node_modules', 'preact', 'LICENSE'), 'utf8')).trim();

/** Bundle `entryPoints` (paths of sources by the name of what is made of them) into a folder. */
export async function bundle(entryPoints, outdir, made, define = {}) {
  await build({
    absWorkingDir: here,
    entryPoints: Object.entries(entryPoints).map(([out, source]) => ({ in: `source/${source}`, out })),
    outdir,
    define,
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
      js: entryPoints.board ? `/*!\n * ${made}\n * It contains Preact:\n *\n${licence.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */` : `/*! ${made} */`,
      css: `/*! ${made} */`,
    },
    logLevel: 'warning',
  });
}
