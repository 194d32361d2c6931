// Bundles what runs without Python into build/web, beside the engine that is there already: `whistsolve`, the npm package, and `site`,
// in which `board` is the page that any static host serves.

import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
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

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
const about = `The page of whistsolve without a server, version ${version}.`;

const site = join(web, 'site', 'board'); // below a folder that the documents' site takes as it is
const statics = join(import.meta.dirname, '..', 'static');
await mkdir(site, { recursive: true });
for (const name of await readdir(statics)) {
  if (!/^(board\.|index\.)/.test(name)) await copyFile(join(statics, name), join(site, name));
}
await copyFile(join(web, 'whistsolve.wasm'), join(site, 'whistsolve.wasm'));
const html = await readFile(join(statics, 'index.html'), 'utf8');
const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />
    <link rel="preload" href="whistsolve.wasm" as="fetch" crossorigin />
    <title>`;
await writeFile(join(site, 'index.html'), html.replace('<title>', head));
const define = { VERSION: JSON.stringify(version) };
// What the page asks as it opens is answered now.
const script = "export * from './local/opening'; export * from './local/worker';";
const stdin = { contents: script, resolveDir: join(import.meta.dirname, 'source'), loader: 'ts' };
await build({ stdin, outfile: join(web, 'opening.mjs'), bundle: true, format: 'esm', define });
const { OPENING, begin, receive } = await import(join(web, 'opening.mjs'));
begin(await WebAssembly.compile(await readFile(join(web, 'whistsolve.wasm'))));
const opened = {};
for (const [id, question] of OPENING.entries()) {
  const keep = (text) => (opened[JSON.stringify(question)] = JSON.parse(text).done);
  await receive(JSON.stringify({ id, ...question }), keep);
}
define.OPENED = JSON.stringify(opened);
await bundle({ board: 'local/main.ts', worker: 'local/in-worker.ts' }, site, about, define);
await bundle({ board: 'board.css' }, site, about);
// All that the page needs, under a name that changes with any of it.
const files = (await readdir(site)).filter((name) => name !== 'service-worker.js').sort();
const hash = createHash('sha256');
for (const name of files) hash.update(await readFile(join(site, name)));
const kept = { VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)), FILES: JSON.stringify(['./', ...files]) };
await bundle({ 'service-worker': 'local/service-worker.ts' }, site, about, kept);
