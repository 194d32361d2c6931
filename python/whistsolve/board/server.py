"""`BoardServer`: the board at an address of this machine, until it is told to end."""

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

from whistsolve.board.application import board_application
from whistsolve.board.connections import LONGEST_HEAD, MOST_CONNECTIONS, PageConnection, RequestConnection
from whistsolve.board.questions import load_questions
from whistsolve.errors import WhistError
from whistsolve.values.reading import read_integer

__all__ = ["BoardServer"]

#: The only address that is listened at: nobody but this machine can reach it.
_LOOPBACK: Final = "127.0.0.1"
_HIGHEST_PORT: Final = 65535
#: The port that addresses of ``http`` leave out.
_USUAL_PORT: Final = 80
#: Bytes of one message, of which a file of hands in PTN is the longest.
_LONGEST_MESSAGE: Final = 1 << 20


class BoardServer:
    """The server of the board, listening from the start at a loopback address, under a path nobody can guess.

    Parameters
    ----------
    port : int
        0 takes a free one.

    Attributes
    ----------
    address : str
        Of the page, with its token.

    Raises
    ------
    WhistError
        Where it is no port, or cannot be listened at.
    """

    def __init__(self, port: int = 0) -> None:
        self._socket: Final = _listening(read_integer(port, "port", WhistError, 0, _HIGHEST_PORT))
        bound = self._socket.getsockname()[1]
        token = secrets.token_urlsafe(24)
        self.address: str = f"http://{_LOOPBACK}:{bound}/{token}/"
        config = uvicorn.Config(
            board_application(token, _hosts(bound)),
            loop="asyncio",
            lifespan="on",
            http=RequestConnection,
            h11_max_incomplete_event_size=LONGEST_HEAD,
            ws=PageConnection,
            ws_max_size=_LONGEST_MESSAGE,
            # On one machine no connection is lost unseen, and a browser that was asleep is still there.
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
        """Serves until an interrupt, or `stop`.

        Parameters
        ----------
        opens_browser : bool
            Whether the page is opened.
        fragment : str
            The hand that is opened, as a link carries it.

        Raises
        ------
        KeyboardInterrupt
            Once all questions are cancelled and all pages are gone.
        """
        loading = threading.Thread(target=self._load, daemon=True)
        with self._interrupts(), _silence():
            loading.start()
            if opens_browser:
                threading.Thread(target=_open, args=(self.link(fragment),), daemon=True).start()
            try:
                self._server.run(sockets=[self._socket])
            finally:
                self._socket.close()
                loading.join()  # what is being loaded may not outlive the interpreter

    def link(self, fragment: str = "") -> str:
        """The address of the page with a hand."""
        return f"{self.address}#{fragment}" if fragment else self.address

    def _load(self) -> None:
        """What answers questions; a question that cannot be answered says why when it is asked."""
        with suppress(Exception):
            load_questions(lambda: self._server.should_exit)

    def stop(self) -> None:
        """Ends `run`, from any thread."""
        self._server.should_exit = True

    @contextmanager
    def _interrupts(self) -> Iterator[None]:
        """Signals end the server and nothing else, also while its event loop begins; then they count."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        seen: list[int] = []

        def note(number: int, frame: object) -> None:
            seen.append(number)
            self.stop()

        names = ("SIGINT", "SIGTERM", "SIGHUP")  # the last where there is one; `nohup` has it ignored
        ends = [getattr(signal, name) for name in names if hasattr(signal, name)]
        heard = [number for number in ends if signal.getsignal(number) != signal.SIG_IGN]
        before = {number: signal.signal(number, note) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        if seen:
            signal.raise_signal(seen[0])


def _hosts(port: int) -> frozenset[str]:
    """What browsers call this server."""
    names = (_LOOPBACK, "localhost")
    usual = names if port == _USUAL_PORT else ()
    return frozenset({*(f"{name}:{port}" for name in names), *usual})


def _listening(port: int) -> socket.socket:
    # With its protocol named, asyncio sends small messages at once (TCP_NODELAY) and not 40 ms later.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # elsewhere it would let two servers have one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_LOOPBACK, port))
        listening.listen(MOST_CONNECTIONS)
    except OSError as error:
        listening.close()
        raise WhistError(f"port {port} cannot be used: {error.strerror or error}") from None
    return listening


@contextmanager
def _silence() -> Iterator[None]:
    """Nothing is printed where a program has no logging: what is refused is nobody's concern."""
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
    """The page in a browser, where there is one; its address is shown in any case."""
    with suppress(Exception):
        import webbrowser

        webbrowser.open(link)
