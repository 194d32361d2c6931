// Builds the page without a server: node site.mjs FOLDER WASM VERSION

import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';

const [, , to, wasm, version] = process.argv;
const folder = resolve(to);
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
const made = `The page of whistsolve without a server, version ${version}.`;

await mkdir(folder, { recursive: true });
const statics = join(import.meta.dirname, '..', 'static');
for (const name of await readdir(statics)) {
  if (!/^(board\.|index\.)/.test(name)) await copyFile(join(statics, name), join(folder, name));
}
await copyFile(wasm, join(folder, 'whistsolve.wasm'));
const html = await readFile(join(statics, 'index.html'), 'utf8');
await writeFile(join(folder, 'index.html'), html.replace('<title>', `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <title>`));
const define = { VERSION: JSON.stringify(version) };
await bundle({ board: 'local/main.ts', worker: 'local/in-worker.ts' }, folder, made, define);
await bundle({ board: 'board.css' }, folder, made);
// All that the page needs, under a name that changes with any of it.
const files = (await readdir(folder)).filter((name) => name !== 'service-worker.js').sort();
const hash = createHash('sha256');
for (const name of files) hash.update(await readFile(join(folder, name)));
const kept = { VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)), FILES: JSON.stringify(['./', ...files]) };
await bundle({ 'service-worker': 'local/service-worker.ts' }, folder, made, kept);
