"""The page without a server: its files served as any static host does, and its answers in Node."""

import json
import os
import subprocess
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

from tests.support.page_functions import PAGE

#: The folder that ``nox -s web`` builds, if there is one.
SITE = os.environ.get("WHISTSOLVE_SITE", "")
_RUN = """
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
const [site] = process.argv.slice(1);
globalThis.fetch = async (name) =>
  new Response(await readFile(`${site}/${name}`), { headers: { 'Content-Type': 'application/wasm' } });
globalThis.postMessage = (text) => process.stdout.write(text + '\\n');
// One worker for all questions.
globalThis.self = { name: 'long' };
let heard;
globalThis.addEventListener = (_, listener) => (heard = listener);
await import(`file://${site}/worker.js`);
for await (const data of createInterface({ input: process.stdin })) heard({ data });
"""


class WebAnswers:
    """The worker of the page in a process of Node."""

    def __init__(self):
        command = ["node", "--input-type=module", "-e", _RUN, os.path.abspath(SITE)]
        self._process = subprocess.Popen(
            command, cwd=PAGE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._asked = 0

    def send(self, **message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def next(self):
        """The next message that comes back."""
        return json.loads(self._process.stdout.readline())

    def answered(self, question, **fields):
        """The parts of an answer, and its end: `done` or `error`."""
        self._asked += 1
        self.send(id=self._asked, question=question, **fields)
        parts = []
        while "part" in (message := self.next()):
            parts.append(message["part"])
        return parts, message

    def close(self):
        self._process.communicate()


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = {
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        pass


@contextmanager
def static_host(folder=SITE):
    """A server of the files of a folder, and of nothing else, for the length of a block."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever).start()
    try:
        yield SimpleNamespace(address=f"http://127.0.0.1:{server.server_port}/")
    finally:
        server.shutdown()
        server.server_close()
