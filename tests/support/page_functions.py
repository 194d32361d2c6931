"""Functions of the page's sources, run in Node."""

import json
import shutil
import subprocess

import pytest
from tests.support.sources import BOARD

PAGE = BOARD / "page"
needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not (PAGE / "node_modules").is_dir(),
    reason="needs Node and `npm ci` in the page's folder",
)
_RUN = """
import { build } from 'esbuild';
import { text } from 'node:stream/consumers';
const { script, calls } = JSON.parse(await text(process.stdin));
const stdin = { contents: script, resolveDir: 'source', loader: 'ts' };
const options = { bundle: true, format: 'esm', platform: 'node', write: false };
const { outputFiles: [file] } = await build({ stdin, ...options });
const page = await import('data:text/javascript;base64,' + Buffer.from(file.contents).toString('base64'));
const answer = ([name, ...given]) => {
  try { return page[name](...given); } catch (error) { return { error: error.message }; }
};
process.stdout.write(JSON.stringify(calls.map(answer)));
"""


def ask_page(script, *calls):
    """Calls functions that TypeScript beside the sources exports, each by its name with its arguments."""
    command = ["node", "--input-type=module", "-e", _RUN]
    given = json.dumps({"script": script, "calls": calls})
    done = subprocess.run(command, cwd=PAGE, input=given, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))
