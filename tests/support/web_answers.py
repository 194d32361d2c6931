"""The page without a server: its files served as any static host does, and its answers in Node."""

import gzip
import json
import subprocess
import threading
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

from tests.support.page_functions import PAGE
from tests.support.sources import ROOT

#: The page that ``nox -s web`` builds.
SITE = ROOT / "build" / "web" / "site" / "board"
_RUN = """
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
const [site] = process.argv.slice(1);
globalThis.postMessage = (text) => process.stdout.write(text + '\\n');
// One worker for all questions.
globalThis.self = { name: 'long' };
let heard;
globalThis.addEventListener = (_, listener) => (heard = listener);
await import(`file://${site}/worker.js`);
heard({ data: await WebAssembly.compile(await readFile(`${site}/whistsolve.wasm`)) });
for await (const data of createInterface({ input: process.stdin })) heard({ data });
"""


class WebAnswers:
    """The worker of the page in a process of Node."""

    def __init__(self):
        command = ["node", "--input-type=module", "-e", _RUN, str(SITE)]
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
    def log_message(self, *_):
        pass


class _Compressed(_Quiet):
    def do_GET(self):
        path = SITE / (self.path.partition("?")[0].strip("/") or "index.html")
        content = gzip.compress(path.read_bytes()) if path.exists() else b""
        self.send_response(200 if content else 404)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        with suppress(ConnectionError):  # the page may be left
            self.wfile.write(content)


@contextmanager
def static_host(folder=SITE, compressed=False):
    """A server of the files of a folder, and of nothing else, for the length of a block."""
    handler = _Compressed if compressed else partial(_Quiet, directory=folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever).start()
    try:
        yield SimpleNamespace(address=f"http://127.0.0.1:{server.server_port}/")
    finally:
        server.shutdown()
        server.server_close()
