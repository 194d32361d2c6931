// Bundles what runs without Python into build/web: the npm package `whistsolve`, beside the engine that is there already.

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const module = join(root, 'csrc', 'web', 'module');
const web = join(root, 'build', 'web');
const made = join(web, 'whistsolve');
const [, version] = /__version__ = "(.*?)"/.exec(await readFile(join(root, 'python', 'whistsolve', '__init__.py'), 'utf8'));

await build({
  absWorkingDir: module,
  entryPoints: ['whistsolve.ts', 'worker.ts'],
  outdir: made,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  external: ['node:*'],
  logLevel: 'warning',
});
await mkdir(made, { recursive: true });
const described = JSON.parse(await readFile(join(module, 'package.json'), 'utf8'));
await writeFile(join(made, 'package.json'), JSON.stringify({ ...described, version }, null, 2));
await copyFile(join(web, 'whistsolve.wasm'), join(made, 'whistsolve.wasm'));
await copyFile(join(root, 'LICENSE'), join(made, 'LICENSE'));
await copyFile(join(module, 'README.md'), join(made, 'README.md'));
await copyFile(join(web, 'types', 'csrc', 'web', 'module', 'whistsolve.d.ts'), join(made, 'whistsolve.d.ts'));
