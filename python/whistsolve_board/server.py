"""`BoardServer`: serves the board at a loopback address until it is stopped."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

import uvicorn

from whistsolve._internal.reading import read_integer
from whistsolve.errors import WhistError
from whistsolve_board.application import board_application
from whistsolve_board.connections import LONGEST_HEAD, MOST_CONNECTIONS, PageConnection, RequestConnection
from whistsolve_board.handlers import load_handlers

#: The loopback address, which no other machine can reach.
_LOOPBACK: Final = "127.0.0.1"
_HIGHEST_PORT: Final = 65535
#: The default port of HTTP, which a ``Host`` header may leave out.
_USUAL_PORT: Final = 80
#: Maximum number of bytes of one message; files of hands in PTN are the longest.
_LONGEST_MESSAGE: Final = 1 << 20


class BoardServer:
    """The server of the board. It listens as soon as it is constructed, under a path that nobody can guess.

    Parameters
    ----------
    port : int
        0 for any free port; a `WhistError` if the port cannot be used.
    public : str
        The address of a page for everybody, to which links lead; by default they lead to this server.

    Attributes
    ----------
    address : str
        The address of the page, with its token.
    """

    def __init__(self, port: int = 0, public: str = "") -> None:
        self._socket: Final = _listening(read_integer(port, "port", WhistError, 0, _HIGHEST_PORT))
        bound = self._socket.getsockname()[1]
        token, entrance = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
        self.address: str = f"http://{_LOOPBACK}:{bound}/{token}/"
        self._entrance: Final = f"http://{_LOOPBACK}:{bound}/{entrance}/"
        config = uvicorn.Config(
            board_application(token, _hosts(bound), entrance, public),
            loop="asyncio",
            lifespan="on",
            http=RequestConnection,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            ws=PageConnection,
            ws_max_size=_LONGEST_MESSAGE,
            # No pings: on one machine no connection is lost unnoticed, and a suspended browser resumes.
            ws_ping_interval=None,
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
            proxy_headers=False,
            server_header=False,
            date_header=False,
        )
        self._server: Final = uvicorn.Server(config)

    def run(self, *, opens_browser: bool = False, fragment: str = "") -> None:
        """Serves until `stop`, or a signal: then raises `KeyboardInterrupt` once all requests are cancelled.

        Parameters
        ----------
        opens_browser : bool
            Whether to open the page in a browser.
        fragment : str
            The fragment of a link, with the hand to open.
        """
        loading = threading.Thread(target=self._load, daemon=True)
        with self._interrupts(), _silence():
            loading.start()
            if opens_browser:
                link = self.link(fragment).replace(self.address, self._entrance)
                threading.Thread(target=_open, args=(link,), daemon=True).start()
            try:
                self._server.run(sockets=[self._socket])
            finally:
                self._socket.close()
                loading.join()  # an import must not outlive the interpreter

    def link(self, fragment: str = "") -> str:
        """The address of the page with a hand."""
        return f"{self.address}#{fragment}" if fragment else self.address

    def _load(self) -> None:
        """Imports the handlers; if an import fails, the answer to a request for it has the error."""
        with suppress(Exception):
            load_handlers(lambda: self._server.should_exit)

    def stop(self) -> None:
        """Ends `run`, from any thread."""
        self._server.should_exit = True

    @contextmanager
    def _interrupts(self) -> Iterator[None]:
        """A context in which signals stop the server, even while it starts; the first is raised again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        seen: list[int] = []

        def note(number: int, frame: object) -> None:
            seen.append(number)
            self.stop()

        names = ("SIGINT", "SIGTERM", "SIGHUP")  # SIGHUP only on POSIX, and ignored under `nohup`
        ends = [getattr(signal, name) for name in names if hasattr(signal, name)]
        handled = [number for number in ends if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, note) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if seen:
            signal.raise_signal(seen[0])


def _hosts(port: int) -> frozenset[str]:
    """The values of ``Host`` that browsers send to this server."""
    names = (_LOOPBACK, "localhost")
    usual = names if port == _USUAL_PORT else ()
    return frozenset({*(f"{name}:{port}" for name in names), *usual})


def _listening(port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only if the protocol is given; without it small messages are 40 ms late.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on other systems it would let two servers share one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_LOOPBACK, port))
        listening.listen(MOST_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise WhistError(f"port {port} cannot be used: {error.strerror or error}") from None
    return listening


@contextmanager
def _silence() -> Iterator[None]:
    """Keeps messages about refused requests out of standard error if logging is not configured."""
    silent = logging.NullHandler()
    loggers = [logging.getLogger(name) for name in ("uvicorn", "asyncio")]
    for logger in loggers:
        logger.addHandler(silent)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(silent)


def _open(link: str) -> None:
    """Opens the page in a browser, if there is one."""
    with suppress(Exception):
        import webbrowser

        webbrowser.open(link)
