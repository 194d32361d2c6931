// Bundles the page into ../static: board.js and board.css.

import { bundle } from './bundle.mjs';

const made = 'The page of `whistsolve board`, built by page/build.mjs: change the sources, not this file.';
await bundle({ board: 'main.ts' }, '../static', made);
await bundle({ board: 'board.css' }, '../static', made);
