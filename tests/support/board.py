"""The board's server as tests run it, in a thread or a process; pages that ask it; and raw requests."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from websockets.sync.client import connect

import whistsolve as ws
from whistsolve_board.server import BoardServer

UPGRADE = ("Upgrade: websocket", "Connection: Upgrade")
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
#: Seconds after which a test fails, on a machine however busy.
HUNG = 60


@dataclass
class Answer:
    """The messages of one answer: its parts, and its end."""

    end: dict[str, Any]
    parts: list[dict[str, Any]] = field(default_factory=list)

    @property
    def done(self):
        assert "done" in self.end, self.end
        return dict(self.end["done"])

    @property
    def error(self):
        assert "error" in self.end, self.end
        return dict(self.end["error"])


class Page:
    def __init__(self, socket):
        self.socket = socket
        self._number = 0

    def send(self, message):
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self):
        message = json.loads(self.socket.recv(HUNG), parse_constant=_refused)
        assert isinstance(message, dict)
        return message

    def begin(self, question, **arguments):
        self._number += 1
        self.send({"id": self._number, "question": question, **arguments})
        return self._number

    def answer(self, number):
        """The answer to one request; messages for others meanwhile are dropped."""
        parts = []
        while True:
            message = self.receive()
            if message.get("id") != number:
                continue
            if "part" not in message:
                return Answer(message, parts)
            parts.append(message["part"])

    def asked(self, question, **arguments):
        return self.answer(self.begin(question, **arguments))

    def ask(self, question, **arguments):
        """Sends a request; its answer, which may not be an error."""
        return self.asked(question, **arguments).done


class Place:
    def __init__(self, address):
        parts = urlsplit(address)
        self.address = f"{parts.scheme}://{parts.netloc}{parts.path}"
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path
        self.token = parts.path.strip("/")
        #: The hand that the link opens.
        self.hand = dict(parse_qsl(parts.fragment, strict_parsing=bool(parts.fragment)))
        self.origin = f"{parts.scheme}://{parts.netloc}"

    @contextmanager
    def page(self, **settings):
        """A page that is open for the length of a block."""
        options = {"origin": self.origin, "open_timeout": HUNG, "max_size": None, **settings}
        # An open connection keeps proxies of the environment out.
        with connect(f"ws{self.address[4:]}ws", sock=self.connection(), **options) as open_socket:
            yield Page(open_socket)

    def connection(self):
        return socket.create_connection((self.host, self.port), HUNG)

    def raw(self, *pieces):
        """All that comes back for some bytes until the server ends the connection."""
        found = b""
        with self.connection() as connection, suppress(ConnectionError):
            for piece in pieces:
                connection.sendall(piece)
            while more := connection.recv(1 << 16):
                found += more
        return found

    def head(self, *lines, path="", method="GET", host=None):
        """The head of a request; a path that begins with a slash is the whole one."""
        at = f"{self.host}:{self.port}" if host is None else host
        target = path if path.startswith("/") else self.path + path
        first = [f"{method} {target} HTTP/1.1", *([f"Host: {at}"] if at else [])]
        return "\r\n".join([*first, *lines, "", ""]).encode("latin-1")

    def upgrade(self, *lines, path="ws", **more):
        """The head of a request for a WebSocket, as a page of another origin sends it."""
        return self.head(*UPGRADE, "Sec-WebSocket-Version: 13", KEY, *lines, path=path, **more)

    def status(self, *pieces):
        """The status of a raw answer; an answer sent before the request was whole can be lost."""
        answer = self.raw(*pieces)
        assert not answer or answer.startswith(b"HTTP/1.1 "), answer
        return int(answer.split()[1]) if answer else None

    def get(self, path=""):
        """Status, headers and body of a file of the page."""
        connection = HTTPConnection(self.host, self.port, timeout=HUNG)
        try:
            connection.request("GET", self.path + path)
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            connection.close()


@contextmanager
def running_board(public="", **options):
    """A server in a thread of this process for the length of a block."""
    server = BoardServer(public=public)
    thread = threading.Thread(target=server.run, kwargs=options)
    thread.start()
    try:
        yield Place(server.address)
    finally:
        server.stop()
        thread.join(HUNG)
        assert not thread.is_alive()


@contextmanager
def board_process(*arguments, stdin=b""):
    """The command ``whistsolve board`` for the length of a block; it must print nothing else."""
    with board_command("--no-browser", "--json", *arguments, stdin=stdin) as running:
        line = running.stdout.readline()
        try:
            yield Place(json.loads(line)["link"])
        finally:
            running.terminate() if os.name == "nt" else running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=HUNG)
    assert (out, err) == (b"", b"")
    assert os.name == "nt" or running.returncode == 130


def board_command(*arguments, stdin=b"", **environment):
    """The command itself, begun; its standard input is over."""
    command = [sys.executable, "-m", "whistsolve", "board", *arguments]

    # Processes of a shell in the background may ignore the signal, and so may those that they start.
    def hears_interrupts():
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    running = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # The package under test, wherever the process is begun.
        env={**os.environ, "PYTHONPATH": str(Path(ws.__file__).parents[1]), **environment},
        preexec_fn=None if os.name == "nt" else hears_interrupts,
    )
    running.stdin.write(stdin)
    running.stdin.close()
    running.stdin = None
    return running


def _refused(constant):
    raise AssertionError(f"{constant} is not JSON")
